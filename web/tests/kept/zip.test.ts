// @vitest-environment node
import { execFileSync } from 'node:child_process';
import { writeFileSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { crc32, zipped } from '$/client/kept/zip';

test('the checksum is that of zip', () => {
  expect(crc32(new TextEncoder().encode('123456789'))).toBe(0xcbf43926);
});

test('an archive is read by others', async () => {
  const files = [
    { name: 'one.json', text: '{}', changed: Date.now() },
    { name: 'zwölf.json', text: 'ä'.repeat(5000), changed: Date.now() },
  ];
  const path = join(mkdtempSync(join(tmpdir(), 'outcry-')), 'all.zip');
  writeFileSync(path, new Uint8Array(await (await zipped(files)).arrayBuffer()));
  const program =
    'import sys, zipfile; a = zipfile.ZipFile(sys.argv[1]); ' +
    'print(a.testzip(), [(n, len(a.read(n).decode())) for n in a.namelist()])';
  const said = execFileSync('../.venv/bin/python', ['-c', program, path], { encoding: 'utf8' });
  expect(said.trim()).toBe("None [('one.json', 2), ('zwölf.json', 5000)]");
});
