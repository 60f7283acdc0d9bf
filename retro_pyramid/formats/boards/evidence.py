"""The evidence for and against a layout of a score file, in words."""

from retro_pyramid.formats.boards.costs import grain_of
from retro_pyramid.formats.boards.inference import Candidate, doubt, is_house_record
from retro_pyramid.formats.boards.records import decode_records, number_at
from retro_pyramid.formats.layouts import ScoreLayout
from retro_pyramid.formats.pascal import ORDINALS, decode_cp437

_SMALL = 3


def evidence(candidate: Candidate, data: bytes) -> tuple[list[str], list[str]]:
    """Return the evidence for the layout and against it, as short phrases for people.

    The bits that order the candidates weigh the same facts.
    """
    layout = candidate.layout
    names, scores = candidate.reading
    name = layout.field("name")
    longest = max(map(len, names))
    good = [
        f"{len(data)} bytes are {layout.records} records of {layout.record_bytes}",
        f"every length byte is at most {name.size - 1} (longest name: {longest}), every name printable",
        f"scores never increase, {scores[0]:.10g} to {scores[-1]:.10g}",
    ]
    bad = []
    if is_house_record(layout):
        good.append("name, score and one more integer: the record of this publisher's score files")
    empty = [place for place, score in enumerate(scores) if not score]
    agreeing = sum(names[place] == names[-1] for place in empty)
    if empty and agreeing == len(empty):
        good.append(f"the {len(empty)} empty places agree: {_quoted(names[-1])} with score 0")
    elif empty:
        bad.append(f"of {len(empty)} places with score 0 only {agreeing} have the name {_quoted(names[-1])}")
    filled = scores[: layout.records - len(empty)]
    whole = [int(score) for score in filled if float(score).is_integer()]
    if len(whole) == len(filled) and len(set(whole)) > _SMALL:
        grain = grain_of(whole)
        good += [f"every score is a multiple of {grain}"] if grain > 1 else []
    if len(filled) > _SMALL and len(set(filled)) * 2 <= len(filled):
        bad.append(f"only {len(set(filled))} different scores in {len(filled)} filled places")
    if filled and filled[0] < 10:
        bad.append(f"the best score is only {filled[0]:.10g}")
    strange = doubt(candidate.reading, all(name == names[0] for name in names) and not any(scores))
    bad += [strange] if strange else []
    low = sum(any(code < 32 for code in name) for name in names)
    bad += [f"{low} name{'s hold' if low > 1 else ' holds'} pictures of control codes"] if low else []
    fields_good, fields_bad = _spare_fields(layout, data, len(filled))
    return good + fields_good, bad + fields_bad


def _spare_fields(layout: ScoreLayout, data: bytes, filled: int) -> tuple[list[str], list[str]]:
    good, bad = [], []
    records = decode_records(layout, data).records
    for field in layout.fields:
        if field.label in ("name", "score") or field.type not in ORDINALS:
            continue
        values = [int(number_at(record, field)) for record in records[: filled or None]]
        least, most = min(values), max(values)
        what = f"{field.type} at byte {field.offset}"
        if least == most:
            bad.append(f"{what} is always {least}")
        elif least < 0 or (field.size > 1 and most - least >= 1 << 8 * field.size - 2):
            bad.append(f"{what} is like noise ({least} to {most})")
        elif most < 1 << 4 * field.size:
            good.append(f"{what} is small ({least} to {most})")
    return good, bad


def _quoted(name: bytes) -> str:
    return f"'{decode_cp437(name)}'"
