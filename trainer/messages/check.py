"""Sentences of the table that `check` prints."""

SENTENCES: dict[str, dict[str, str]] = {
    "check-columns": {
        "en": "FILE|LINE|LEVEL|CODE|MEASURED|LIMIT",
        "ja": "ファイル|行|判定|コード|測定値|限度",
    },
    "check-level-reject": {"en": "reject", "ja": "不可"},
    "check-level-warn": {"en": "warn", "ja": "要確認"},
    "check-whole-corpus": {"en": "(all clips)", "ja": "（全体）"},
    "check-sums": {
        "en": "{clips} clips = {clean} without remarks + {warned} to look at + {rejected} rejected",
        "ja": "クリップ {clips} 件 ＝ 問題なし {clean} 件 ＋ 要確認 {warned} 件 ＋ 使用不可 {rejected} 件",
    },
    "check-audio": {
        "en": "usable: {usable} clips, {usable_min:.1f} minutes without silent ends; all files: {all_min:.1f} minutes",
        "ja": "使えるクリップ: {usable} 件、{usable_min:.1f} 分（前後の無音を除く）。全ファイル: {all_min:.1f} 分",
    },
    "check-repairs": {
        "en": "repaired by itself, nothing to do: {repairs}",
        "ja": "自動で補正されるため対応不要: {repairs}",
    },
    "check-impossible": {
        "en": "A training cannot begin with this corpus.",
        "ja": "このままでは学習を始められません。",
    },
}
