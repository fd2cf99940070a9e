"""Which two phones follow each other in English: what a voice of American English has to have heard.

Counted without stress over the CMU dictionary, a word standing between silences, and kept from 100 words on: 747 pairs.
Pairs across words come from the built-in script, kept from two occurrences on. A row names the first phone and all that
follow it; `sil` is any silence.
"""

_ROWS = """
sil: AA AE AH AO AW AY EH ER EY IH IY OW B CH D DH F G HH JH K L M N P R S SH T TH V W Y Z
AA: sil B CH D F G JH K L M N NG P R S SH T V Z
AE: B CH D DH F G JH K L M N NG P R S SH T TH V Z
AH: sil B CH D F G HH JH K L M N NG P R S SH T TH V W Y Z
AO: sil D F G K L N NG R S T TH Z
AW: sil ER D HH L N S T Z
AY: sil AH ER IH OW B D DH F G HH K L M N P R S T TH V Z
EH: B CH D DH F G JH K L M N NG P R S SH T TH V Z ZH
ER: sil AA AE AH AO AY EH ER EY IH IY OW B CH D DH F G HH JH K L M N P R S SH T TH V W Z
EY: sil ER IH B D DH G JH K L M N P S SH T V Z
IH: B CH D DH F G HH JH K L M N NG P R S SH T TH V Z
IY: sil AA AE AH AO EH ER EY IH OW B CH D DH F G HH JH K L M N P R S SH T TH V W Z
OW: sil AH IH B CH D DH F G HH K L M N P R S SH T TH V W Z
OY: sil AH D L N S Z
UH: D K L R T
UW: sil AH EH ER IH IY B CH D DH F G HH JH K L M N P R S SH T TH V W Y Z ZH
B: sil AA AE AH AO AW AY EH ER EY IH IY OW OY UH UW D L R S Y Z
CH: sil AA AE AH EH ER EY IH IY UW T
D: sil AA AE AH AO AW AY EH ER EY IH IY OW UW B DH F G HH JH K L M N P R S T V W Y Z
DH: sil AE AH EH ER EY IH IY G Y
F: sil AA AE AH AO AW AY EH ER EY IH IY OW UH UW L R S T Y
G: sil AA AE AH AO AY EH ER EY IH IY OW UH UW L M N R W Y Z
HH: AA AE AH AO AW AY EH ER EY IH IY OW UW W Y
JH: sil AA AE AH AO EH ER EY IH IY OW OY UW D
K: sil AA AE AH AO AW AY EH ER EY IH IY OW UH UW B CH D DH F HH L M N R S SH T W Y
L: sil AA AE AH AO AW AY EH ER EY IH IY OW OY UH UW B CH D DH F G HH K M N P R S T V W Y Z
M: sil AA AE AH AO AW AY EH ER EY IH IY OW UW B D F K L P S W Y Z
N: sil AA AE AH AO AW AY EH ER EY IH IY OW OY UW B CH D DH F G HH JH K L M P R S SH T TH V W Y Z
NG: sil AH EH ER IH B G K L S T Z
P: sil AA AE AH AO AW AY EH ER EY IH IY OW OY UH UW B F JH K L R S SH T W Y
R: sil AA AE AH AO AW AY EH ER EY IH IY OW OY UH UW B CH D DH F G JH K L M N P S SH T TH V W Y Z
S: sil AA AE AH AO AW AY EH ER EY IH IY OW UW B CH DH F K L M N P S T W Y
SH: sil AA AE AH AO AY EH ER EY IH IY OW UH UW L M N R T W
T: sil AA AE AH AO AW AY EH ER EY IH IY OW UH UW B D DH F HH K L M N P R S T TH W Y Z
TH: sil AH AO EH ER IH IY R S
V: sil AA AE AH AO AW AY EH ER EY IH IY OW B D DH F G K L M N R T Y Z
W: AA AE AH AO AY EH ER EY IH IY OW UH
Y: AA AE AH AO EH ER IH OW UH UW
Z: sil AA AE AH AY EH ER EY IH IY OW UW B CH D DH F G HH K L M N R S SH T W
ZH: AH ER
"""

ENGLISH_DIPHONES: frozenset[tuple[str, str]] = frozenset(
    (first, second)
    for row in _ROWS.replace("\n  ", " ").strip().splitlines()
    for first, seconds in [row.split(":")]
    for second in seconds.split()
)
