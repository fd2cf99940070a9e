"""Sentences about recordings and about speech rate."""

SENTENCES: dict[str, dict[str, str]] = {
    "audio-not-recognised": {
        "en": "This is no audio file that Koebo can read, whatever its name says. Send WAV, FLAC, MP3 or OGG.",
        "ja": "名前にかかわらず、中身が音声ファイルとして読めません。WAV・FLAC・MP3・OGGのいずれかで送ってください。",
    },
    "audio-format-unsupported": {
        "en": "The file is {measured}, which Koebo cannot decode. Convert it to WAV or FLAC and send it again.",
        "ja": "ファイルの中身は{measured}で、Koeboでは読めません。WAVかFLACに変換して送り直してください。",
    },
    "audio-unreadable": {
        "en": "The file cannot be opened ({detail}). Send it again.",
        "ja": "ファイルを開けません({detail})。もう一度送ってください。",
    },
    "audio-empty": {
        "en": "The file holds no sound at all: 0 samples. Record or export it again.",
        "ja": "音が1サンプルも入っていません。録音か書き出しをやり直してください。",
    },
    "audio-too-large": {
        "en": "The file has {measured:,} bytes; the limit is {limit:,}. Send a shorter recording, or FLAC instead of "
        "WAV.",
        "ja": "ファイルが{measured:,}バイトあります。上限は{limit:,}バイトです。短くするか、WAVの代わりにFLACで送って"
        "ください。",
    },
    "decode-failed": {
        "en": "Decoding stopped with an error after {measured:g} s ({detail}). The file is damaged; export it again.",
        "ja": "{measured:g}秒まで読んだところでエラーになりました({detail})。ファイルが壊れています。書き出し直してく"
        "ださい。",
    },
    "decode-crashed": {
        "en": "The decoder died while reading this file ({measured}). It is damaged or made to do harm; export it "
        "again.",
        "ja": "読み込み中にデコーダーが異常終了しました({measured})。壊れたか、悪意のあるファイルです。書き出し直して"
        "ください。",
    },
    "decode-timeout": {
        "en": "Decoding took longer than {limit:g} s and was stopped. Export the file again, or send a shorter one.",
        "ja": "デコードが{limit:g}秒で終わらず、打ち切りました。書き出し直すか、短い録音を送ってください。",
    },
    "decode-memory": {
        "en": "Decoding needs more memory than one file may use. Export the file again as WAV or FLAC.",
        "ja": "デコードに必要なメモリが1ファイル分の上限を超えました。WAVかFLACで書き出し直してください。",
    },
    "duration-too-long": {
        "en": "The recording is {measured:g} s long; the limit is {limit:g} s (whole file {duration_s:g} s, without "
        "the silent ends {trimmed_duration_s:g} s). Cut it, or split it into several.",
        "ja": "長さが{measured:g}秒あります。上限は{limit:g}秒です(ファイル全体{duration_s:g}秒、前後の無音を除くと"
        "{trimmed_duration_s:g}秒)。短く切るか、分割してください。",
    },
    "duration-too-short": {
        "en": "The recording is {measured:g} s long; at least {limit:g} s are needed (whole file {duration_s:g} s, "
        "without the silent ends {trimmed_duration_s:g} s). Record a longer one.",
        "ja": "長さが{measured:g}秒しかありません。{limit:g}秒以上必要です(ファイル全体{duration_s:g}秒、前後の無音を"
        "除くと{trimmed_duration_s:g}秒)。もっと長く録音してください。",
    },
    "duration-beyond-count": {
        "en": "The recording is longer than {measured:g} s, where counting stopped; the limit is {limit:g} s. Split "
        "it.",
        "ja": "{measured:g}秒まで数えても終わりませんでした。上限は{limit:g}秒です。分割してください。",
    },
    "sample-rate-out-of-range": {
        "en": "The sample rate is {measured} Hz, beyond {limit} Hz; {lowest} to {highest} Hz are read. Export it at "
        "48000 Hz.",
        "ja": "サンプルレートが{measured} Hzで、限度の{limit} Hzを超えて外れています({lowest}〜{highest} Hzが対象)。"
        "48000 Hzで書き出してください。",
    },
    "too-many-channels": {
        "en": "The file has {measured} channels; at most {limit} are taken. Export the microphone's channel alone.",
        "ja": "チャンネルが{measured}本あります。使えるのは{limit}本までです。マイクのチャンネルだけを書き出してくだ"
        "さい。",
    },
    "silent": {
        "en": "Nothing can be heard: the peak is {measured:g} dBFS, and sound begins at {limit:g} dBFS. Record it "
        "again.",
        "ja": "音が聞こえません。最大でも{measured:g} dBFSで、{limit:g} dBFS以下は無音とみなします。録音し直してくだ"
        "さい。",
    },
    "nan-samples": {
        "en": "{measured} samples are no numbers (NaN or infinite), the first at {at_s:g} s. Export the file again.",
        "ja": "数値でないサンプル(NaNや無限大)が{measured}個あります(最初は{at_s:g}秒)。書き出し直してください。",
    },
    "over-full-scale": {
        "en": "The peak lies {measured:g} dB above full scale; the samples are scaled down when read. Nothing to do.",
        "ja": "最大値がフルスケールを{measured:g} dB超えています。読み込むときに全体を下げます。対応は不要です。",
    },
    "clipped": {
        "en": "{measured:g} % of the samples are cut off at full scale (noted from {limit:g} %). Listen for "
        "distortion; if you hear any, record it again at a lower level.",
        "ja": "サンプルの{measured:g}%が音割れしています({limit:g}%以上で注意)。聞いて歪みがあれば、レベルを下げて録"
        "音し直してください。",
    },
    "low-level": {
        "en": "The speech is quiet: {measured:g} dBFS (noted below {limit:g} dBFS). Listen for noise; record closer "
        "or louder.",
        "ja": "声が小さく、{measured:g} dBFSです({limit:g} dBFS未満で注意)。雑音がないか聞き、近づくか大きな声で録音"
        "してください。",
    },
    "peak-over-speech": {
        "en": "Something is much louder than the speech: where all clips are brought to one level, the speech stays at "
        "{measured:g} dBFS (noted below {limit:g} dBFS). Cut out the click or knock, or record it again.",
        "ja": "声よりはるかに大きな音が入っています。音量をそろえても声が{measured:g} dBFSにとどまります({limit:g} dBFS"
        "未満で注意)。クリック音や打撃音を取り除くか、録音し直してください。",
    },
    "dc-offset": {
        "en": "The signal is shifted by {measured:g} % of full scale (noted from {limit:g} %). Check the sound card; "
        "the recording can be used.",
        "ja": "波形の中心がフルスケールの{measured:g}%ずれています({limit:g}%から注意)。録音機器を確かめてください。"
        "録音は使えます。",
    },
    "stereo": {
        "en": "Two channels are mixed to one. Nothing to do.",
        "ja": "ステレオをモノラルに混ぜて使います。対応は不要です。",
    },
    "one-channel-only": {
        "en": "The {quiet} channel is {measured:g} dB below the other; only the louder one is used. Check the cable.",
        "ja": "{quiet}チャンネルがもう一方より{measured:g} dB小さいため、大きいほうだけを使います。配線を確かめてくだ"
        "さい。",
    },
    "channels-cancel": {
        "en": "Mixed together the two channels lose {measured:g} dB (noted from {limit:g} dB): one is inverted. Only "
        "the louder one is used. Check the cable.",
        "ja": "2つのチャンネルを混ぜると{measured:g} dB打ち消し合います({limit:g} dBから注意)。片方が逆相です。大きい"
        "ほうだけを使います。配線を確かめてください。",
    },
    "resampled": {
        "en": "The samples are converted from {measured} Hz to {limit} Hz for training. Nothing to do.",
        "ja": "学習のために{measured} Hzから{limit} Hzへ変換して使います。対応は不要です。",
    },
    "low-sample-rate": {
        "en": "The sample rate is {measured} Hz; below {limit} Hz the voice will sound dull, like a telephone. Use "
        "the original recording if there is one.",
        "ja": "サンプルレートが{measured} Hzです。{limit} Hz未満では電話のようにこもった声になります。元の録音があれ"
        "ば、そちらを使ってください。",
    },
    "extension-differs": {
        "en": "The name ends in .{extension} but the content is {measured}; it is read as {measured}. Nothing to do.",
        "ja": "拡張子は.{extension}ですが、中身は{measured}です。{measured}として読みます。対応は不要です。",
    },
    "truncated": {
        "en": "The header promises {limit:.9g} s but the file ends after {measured:g} s. Listen to its end; if words "
        "are missing, send it again.",
        "ja": "ヘッダーでは{limit:.9g}秒のはずですが、{measured:g}秒で終わっています。最後まで聞き、言葉が欠けていれば"
        "送り直してください。",
    },
    "trailing-data": {
        "en": "The file has {measured:,} bytes, though its sound needs {limit:,} at most; the rest is not read. "
        "Check that the recording is complete.",
        "ja": "ファイルは{measured:,}バイトありますが、音声は多くても{limit:,}バイトです。残りは読みません。録音が全"
        "部入っているか確かめてください。",
    },
    "rate-no-speech": {
        "en": "No speech was found in {measured:g} s of audio, so it has no speech rate. Listen to it.",
        "ja": "{measured:g}秒の音声の中に発話が見つからず、話速を測れません。聞いて確かめてください。",
    },
    "rate-no-units": {
        "en": "A speech rate needs at least {limit} spoken unit; the text has {measured}. Check its phonemes.",
        "ja": "話速を測るには{limit}以上のモーラまたは音節が必要ですが、テキストには{measured}しかありません。音素を確か"
        "めてください。",
    },
    "rate-no-sentences": {
        "en": "A mean rate needs at least one measured sentence; there is none.",
        "ja": "話速の平均には測定した文が1つ以上必要ですが、1つもありません。",
    },
}
