import { expect, it } from 'vitest';
import { neutralCell, readCsv, separatorOf, writeCsv } from './csv.ts';
import { textOfFile } from './file-text.ts';
import { createUpload, failedRowsCsv, type UploadState } from './upload.ts';
import { openUploadList, type UploadList } from './upload-list.ts';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

function utf16(text: string, bigEndian = false, mark = true): Uint8Array {
  const units = [...(mark ? [0xfeff] : []), ...Array.from(text, (character) => character.charCodeAt(0))];
  return Uint8Array.from(
    units.flatMap((unit) => (bigEndian ? [unit >> 8, unit & 255] : [unit & 255, unit >> 8])),
  );
}

function opened(text: string | Uint8Array): UploadList {
  const list = openUploadList(typeof text === 'string' ? bytes(text) : text);
  if (typeof list === 'string') throw new Error(list);
  return list;
}

const items = (text: string | Uint8Array) => [...opened(text).rows()].map(({ item }) => item);

it('reads quoted cells with separators, quotes and lines in them, and every kind of line end', () => {
  const text = 'a,b\r\n"1,1","say ""no""\nmore"\n\n2,3\r4,5';
  const records = [...readCsv(text, ',')];
  expect(records.map(({ cells }) => cells)).toEqual([
    ['a', 'b'],
    ['1,1', 'say "no"\nmore'],
    ['2', '3'],
    ['4', '5'],
  ]);
  expect(records.map(({ line }) => line).slice(0, 3)).toEqual([1, 2, 5]);
  expect([...readCsv('a\n"never closed', ',')].at(-1)).toMatchObject({ open: true });
  expect([...readCsv('"x"y,z', ',')][0]?.cells).toEqual(['xy', 'z']);
});

it('finds what separates cells', () => {
  expect(separatorOf('address;blockchain;tags\n')).toBe(';');
  expect(separatorOf('"a;b;c",d\n')).toBe(',');
  expect(separatorOf('address\tclientId')).toBe('\t');
  expect(separatorOf('address')).toBe(',');
});

it('reads UTF-8, UTF-16 of both orders, with and without mark, and Windows-1252; refuses what is no text', () => {
  const text = 'address,clientId\nbc1q,Müller';
  expect(textOfFile(bytes(`\u{feff}${text}`))).toEqual({ text, encoding: 'UTF-8' });
  expect(textOfFile(utf16(text))).toEqual({ text, encoding: 'UTF-16' });
  expect(textOfFile(utf16(text, true))).toEqual({ text, encoding: 'UTF-16' });
  expect(textOfFile(utf16(text, false, false))).toEqual({ text, encoding: 'UTF-16' });
  const windows = Uint8Array.from(text, (character) => character.charCodeAt(0));
  expect(textOfFile(windows)).toEqual({ text, encoding: 'Windows-1252' });
  expect(textOfFile(Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0]))).toBeUndefined();
});

//
it('takes columns by name in any order and spelling, and says which it does not use', () => {
  const list = opened(
    'Client ID,ADDRESS,Tags,Risk_Threshold,Blockchain,color\nC-1, bc1q ,a; b;,40,Bitcoin,red',
  );
  expect(list).toMatchObject({ format: 'CSV', unused: ['color'] });
  expect([...list.rows()][0]).toMatchObject({
    line: 2,
    item: { address: 'bc1q', clientId: 'C-1', tags: ['a', 'b'], riskThreshold: 40, blockchain: 'bitcoin' },
    problem: undefined,
    read: 1,
  });
});

it('refuses files without the column, with one twice, empty ones, and broken JSON, each in its words', () => {
  const why = (text: string) => openUploadList(bytes(text));
  expect(why('wallet,blockchain\nx,y')).toMatch(
    /^Failed to process file: There is no column “address”.*wallet/,
  );
  expect(why('address,Address\nx,y')).toContain('appears twice');
  expect(why('  \n')).toContain('it is empty');
  expect(why('[{"address":')).toContain('not valid JSON');
  expect(why('{"rows": []}')).toContain('no list of addresses');
  expect(openUploadList(Uint8Array.from([0x50, 0x4b, 3, 4, 0, 0, 0, 0]))).toContain('it is not a text file');
});

//
it('reads JSON lists, also inside of an object', () => {
  expect(items('[{"address":"a"},7]')).toEqual([{ address: 'a' }, 7]);
  expect(items('{"addresses":[{"address":"a","tags":["x"]}]}')).toEqual([{ address: 'a', tags: ['x'] }]);
});

it('makes cells that a spreadsheet would run into text', () => {
  for (const cell of ['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1'])
    expect(neutralCell(cell)).toBe(`'${cell}`);
  expect(neutralCell('C-1')).toBe('C-1');
  expect(writeCsv([['a"b', 'c,d', '=cmd|x']])).toBe('"a""b","c,d",\'=cmd|x\r\n');
});

it('sends portions of 10,000, gives every row its own result, and goes on after a failure', async () => {
  const rows = Array.from({ length: 25_000 }, (_, at) => `a${at}`);
  const list = opened(`address,notes\n${rows.join(',\n')},\na,b,c\n`);
  const sizes: number[] = [];
  let broken = true;
  const upload = createUpload(list, async (sent) => {
    if (sizes.length === 1 && broken) {
      broken = false;
      throw new Error('The server cannot be reached. Check your connection and try again.');
    }
    sizes.push(sent.length);
    return { successful: sent.slice(1), failed: [{ row: 0, reason: 'monitored already' }] };
  });
  const seen: UploadState[] = [];
  const options = {
    signal: new AbortController().signal,
    onProgress: (state: UploadState) => seen.push(state),
  };
  await expect(upload.run(options)).rejects.toThrow('cannot be reached');
  expect(upload.state()).toMatchObject({ added: 9_999, done: false });
  await upload.run(options);
  expect(sizes).toEqual([10_000, 10_000, 5_000]);
  const { added, failed, done, share } = upload.state();
  expect({ added, done, share }).toEqual({ added: 24_997, done: true, share: 1 });
  expect(failed.map(({ line, reason }) => [line, reason])).toEqual([
    [2, 'monitored already'],
    [10_002, 'monitored already'],
    [20_002, 'monitored already'],
    [25_002, '3 cells, but the header has 2'],
  ]);
  expect(seen.map((state) => state.share)).toEqual(
    seen.map((state) => state.share).toSorted((a, b) => a - b),
  );
});

it('stops where it is told to', async () => {
  const stop = new AbortController();
  const upload = createUpload(opened(`address\n${'a\n'.repeat(30_000)}`), async (sent) => {
    stop.abort();
    return { successful: sent, failed: [] };
  });
  await upload.run({ signal: stop.signal, onProgress: () => undefined });
  expect(upload.state()).toMatchObject({ added: 10_000, done: false });
});

it('a million rows are read and sent in a few seconds; what is beyond is said', async () => {
  const upload = createUpload(
    opened(`address\n${'1BoatSLRHtKNngkdXEeobR76b53LETtpyT\n'.repeat(1_000_001)}`),
    async (sent) => ({
      successful: sent,
      failed: [],
    }),
  );
  await upload.run({ signal: new AbortController().signal, onProgress: () => undefined });
  expect(upload.state()).toMatchObject({ added: 1_000_000, done: true, cut: true });
});

it('failed rows come as a file that can be mended and sent again', () => {
  const list = opened('address,notes\nx,=1+1');
  const csv = failedRowsCsv(list.columns, [
    { line: 2, cells: ['x', '=1+1'], reason: 'Invalid blockchain address' },
  ]);
  expect(csv).toBe("row,address,notes,reason\r\n2,x,'=1+1,Invalid blockchain address\r\n");
  expect(opened(csv).unused).toEqual(['row', 'reason']);
});
