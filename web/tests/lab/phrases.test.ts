/** A measure has one name: in the page's lab it is called as in the reports of Python's. */
import { expect, it } from 'vitest';
import { lab } from '$/phrases/lab';
import { python } from '../python';

const WORDS = `
import json, tomllib
from openoutcry.bots.measuring import GENERAL
from openoutcry.lab import words
from pathlib import Path
spoken = tomllib.loads((Path(words.__file__).parent / "words.toml").read_text(encoding="utf-8"))
print(json.dumps({
    language: {name: {kind: phrases["measures"][name][kind] for kind in ("title", "meaning")} for name in GENERAL}
    for language, phrases in spoken.items()
}))
`;

it('measures are called as in a report', () => {
  const { en, de } = python<{ [language: string]: unknown }>(WORDS);
  expect(lab('en').measures).toEqual(en);
  expect(lab('de').measures).toEqual(de);
});
