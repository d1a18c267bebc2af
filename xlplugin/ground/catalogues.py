"""Catalogues of texts in a language: the files ``locale/xx.po``."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from gettext import c2py
from types import MappingProxyType

CONTEXT = "\4"
"""What stands between the context of a text and the text, as in the files of ``gettext``."""
_FIELD = r'(msg\w+(?:\[\d\])?)?\s*(".*")'
_ENTRY = r'(?m)^((?:msgctxt ".*"\n)?msgid ".*")\n((?:msg(?!ctxt|id ).*\n?)+)'
_KEY = r'(?:msgctxt (".*")\n)?msgid (".*")'
_LATER = r'(?m)^(?:msgid_plural|msgstr\S*) (".*")$'
_UNUSUAL = ('\n"', "#~", "fuzzy", "\n ", "\n\t")
"""What is only in a file that is not as we write it: wrapped, obsolete or fuzzy texts."""


class Catalogue:
    """The texts of a language by their English, each with its plural forms; it is never changed.

    A text with a context has that in front, and :data:`CONTEXT` between. ``plural`` is the rule that says
    which form a number takes, ``form_of`` that rule as a function; ``own_name`` is what the language calls itself.
    """

    def __init__(
        self,
        language: str = "en",
        texts: Mapping[str, Sequence[str]] = MappingProxyType({}),
        plural: str = "n != 1",
        form_of: Callable[[int], int] = lambda n: n != 1,
        own_name: str = "English",
    ) -> None:
        self.language, self.own_name, self.texts = language, own_name, texts
        self.plural, self.form_of = plural, form_of

    def in_context(self, context: str) -> Iterator[str]:
        """The texts with a context, :data:`CONTEXT` included, without it."""
        texts = self.texts.raw_in(context) if isinstance(self.texts, _Texts) else self.texts
        for text in texts:
            if text.startswith(context) and text in self.texts:
                yield text.removeprefix(context)


def read_po(content: str) -> Catalogue:
    """The translations of a ``.po`` file.

    What is missing or marked as fuzzy stays English, and so does a text with a place that the English
    does not have: nothing could stand there. A file that has each text on one line is read quickly, and
    its texts when they are asked for.
    """
    head, _, entries = content.replace("\r\n", "\n").partition("\n\n")
    is_usual = 'msgid ""\n' in head and not any(text in entries for text in _UNUSUAL)
    texts: Mapping[str, Sequence[str]] = _Texts(entries) if is_usual else _read(content)
    header = _read(head).get("", [""])[0]
    if not is_usual:
        texts = dict(texts)
        header = texts.pop("", [header])[0]
    plural = _in_header(header, r"plural\s*=([^;\n]+)", Catalogue().plural)
    language = _in_header(header, r"^Language:(.+)", "")
    return Catalogue(language, texts, plural, c2py(plural), own_name(header, language))


def own_name(header: str, language: str) -> str:
    """What a language calls itself, by the header of its file; else its code."""
    return _in_header(header, r"^\"?X-Own-Name:(.+?)(?:\\n\")?$", language)


def _read(content: str) -> dict[str, list[str]]:
    """The texts of a file, however it is written."""
    texts: dict[str, list[str]] = {}
    for entry in re.split(r"\n\s*\n", content):
        fields: dict[str, str] = {}
        name = ""
        for line in entry.splitlines():
            if field := re.fullmatch(_FIELD, line.strip()):
                name = field[1] or name
                fields[name] = fields.get(name, "") + json.loads(field[2])
        forms = [text for name, text in sorted(fields.items()) if name.startswith("msgstr")]
        english = [fields.get("msgid", ""), fields.get("msgid_plural", "")]
        is_fuzzy = re.search("^#,.*fuzzy", entry, re.MULTILINE)
        if _are_good(forms, english) and not is_fuzzy:
            context = fields.get("msgctxt", "")
            texts[f"{context}{CONTEXT}{english[0]}" if context else english[0]] = forms
    return texts


def _are_good(forms: Sequence[str], english: Sequence[str]) -> bool:
    return bool(forms) and all(forms) and _places(*english) >= _places(*forms)


def _places(*texts: str) -> set[str]:
    """The ``{named}`` places of texts, and ``{`` for one that has no end."""
    return {name for text in texts for name in re.findall(r"\{(?:\w*\})?", text)}


def _in_header(header: str, pattern: str, otherwise: str) -> str:
    found = re.search(pattern, header, re.MULTILINE)
    return found[1].strip() if found else otherwise


class _Texts(Mapping[str, Sequence[str]]):
    """The texts of a file that has each on one line; one is looked at when it is asked for."""

    def __init__(self, entries: str) -> None:
        self._lines: dict[str, str] = dict(re.findall(_ENTRY, entries))
        self._known: dict[str, Sequence[str]] = {}

    def __getitem__(self, text: str) -> Sequence[str]:
        forms = self._known.get(text)
        if forms is None:
            forms = self._known[text] = self._forms(text)
        if not forms:
            raise KeyError(text)
        return forms

    def _forms(self, text: str) -> Sequence[str]:
        context, separator, english = text.rpartition(CONTEXT)
        key = f"msgid {json.dumps(english, ensure_ascii=False)}"
        if separator:
            key = f"msgctxt {json.dumps(context, ensure_ascii=False)}\n{key}"
        lines = self._lines.get(key, "")
        later = [json.loads(quoted) for quoted in re.findall(_LATER, lines)]
        one_or_more = [english, *(later[:1] if lines.startswith("msgid_plural") else [])]
        forms = later[len(one_or_more) - 1 :]
        return forms if _are_good(forms, one_or_more) else ()

    def raw_in(self, context: str) -> Iterator[str]:
        """The texts with a context, :data:`CONTEXT` included; some may have no translation."""
        return self._texts(f"msgctxt {json.dumps(context.removesuffix(CONTEXT))}\n")

    def __iter__(self) -> Iterator[str]:
        return (text for text in self._texts("msg") if text in self)

    def _texts(self, beginning: str) -> Iterator[str]:
        for key in self._lines:
            if key.startswith(beginning) and (found := re.fullmatch(_KEY, key)):
                context, english = (json.loads(each) if each else "" for each in found.groups())
                yield f"{context}{CONTEXT}{english}" if context else english

    def __len__(self) -> int:
        return sum(1 for _ in self)
