"""Names that look alike to a reader: letters of other alphabets, accents, invisible characters.

The tables have letters of other alphabets that common fonts draw like Latin ones. Unicode's own
compatibility form (NFKD) does the rest: accents, wide letters, letters for mathematics, ligatures,
Roman numerals. Digits are read as the letters they stand for, `1` as `l`; `6` stays, so that no two
digits are alike. A name with something visible behind it, such as “Bruno 2”, is another name.
"""

import unicodedata
from functools import lru_cache

_LATIN = str.maketrans(
    dict(zip("аеорсухіјѕԁԛԝһӏѵкмтвнгпибьз", "aeopcyxijsdqwhlvkmtbhrnu6be", strict=True))
    | dict(zip("АЕОРСУХІЈЅԚԜҺӀѴКМТВНЗЬ", "aeopcyxljsqwhlvkmtbheb", strict=True))
    | dict(zip("αβγεηικνορςστυχωϲϳ", "abyenlkvopcotuxwcj", strict=True))
    | dict(zip("ΑΒΕΖΗΙΚΜΝΟΡΤΥΧϹϜ", "abezhlkmnoptyxcf", strict=True))
    | dict(zip("օոսհցզքՕՍԼՏ", "onuhgqpouls", strict=True))
    | dict(zip("ᎪᎠᎡᎢᎥᎫᎬᎳᎷᎻᎽᏀᏃᏒᏔᏙᏚᏞᏟᏢᏦᏧᏴ", "adrtijewmhygzrwvslcpkdb", strict=True))
    | dict(zip("ıłøđħŧɑɡʟᴀʙᴄᴅᴇɢʜɪᴊᴋᴍɴᴏᴘʀꜱᴛᴜᴠᴡʏᴢ", "ilodhtaglabcdeghijkmnoprstuvwyz", strict=True))
    | dict(zip("ŁØĐĦŦ", "lodht", strict=True))
    | {"æ": "ae", "Æ": "ae", "œ": "oe", "Œ": "oe", "$": "s", "@": "a"}
    | dict(zip("02345789", "ozeastbg", strict=True))
    | dict.fromkeys("I1|!¡ǀ∣", "l")
)
_PAIRS = (("rn", "m"), ("vv", "w"))
_UNSEEN = frozenset(("Cc", "Cf", "Cn", "Co", "Cs", "Zl", "Zp"))
_FILLERS = frozenset("\u00ad\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")
"""Characters that show nothing although their category says otherwise."""


def looks_like(name: str, other: str) -> bool:
    """Return whether a reader could take one name for the other."""
    return not skeletons(name).isdisjoint(skeletons(other))


@lru_cache(maxsize=4096)
def skeletons(name: str) -> frozenset[str]:
    """Return what the name looks like as it is written, in small letters and in capitals.

    Two names that have one of these in common look alike.
    """
    return frozenset(skeleton(each) for each in (name, name.lower(), name.upper()))


def skeleton(name: str) -> str:
    """Return what the name looks like as it is written, in Latin letters and digits."""
    plain = unicodedata.normalize("NFKD", without_invisible(name))
    latin = plain.translate(_LATIN).casefold()
    kept = "".join(each for each in latin if each.isalnum())
    for pair, one in _PAIRS:
        kept = kept.replace(pair, one)
    return kept or " ".join(latin.split())


def without_invisible(name: str) -> str:
    """Return the name without characters that cannot be seen."""
    return "".join(each for each in name if not is_invisible(each))


def is_invisible(character: str) -> bool:
    """Return whether nothing is drawn for it: format characters, fillers, variation selectors."""
    return (
        unicodedata.category(character) in _UNSEEN
        or character in _FILLERS
        or "\ufe00" <= character <= "\ufe0f"
        or "\u180b" <= character <= "\u180f"
        or "\U000e0000" <= character <= "\U000e0fff"
    )
