import { expect, test } from 'vitest';
import { pdfOf } from './pdf.ts';

const renderModel = { width: 2, height: 1, deflated: new Uint8Array([120, 156, 255, 0]) };
const options = { title: 'Flow – Fluß', width: 100, height: 40, created: 1_700_000_000 };
const latin = new TextDecoder('latin1');

test('A PDF has each object where its table says, the picture byte for byte, and its title', () => {
  const bytes = pdfOf(renderModel, options);
  const text = latin.decode(bytes);
  expect(text.startsWith('%PDF-1.7\n')).toBe(true);
  const [, table = ''] = /startxref\n(\d+)\n%%EOF\n$/.exec(text) ?? [];
  const places = [...text.slice(Number(table)).matchAll(/^(\d{10}) 00000 n $/gm)].map(([, at]) => Number(at));
  expect(places).toHaveLength(6);
  places.forEach((at, i) => expect(text.slice(at)).toMatch(new RegExp(`^${i + 1} 0 obj\n`)));
  const stream = text.indexOf('stream\n', places[4]) + 'stream\n'.length;
  expect(bytes.slice(stream, stream + 4)).toEqual(renderModel.deflated);
  expect(text).toContain('/MediaBox [0 0 75.00 30.00]');
  expect(text).toContain('/CreationDate (D:20231114221320Z)');
  expect(text).toContain('<feff0046006c006f00770020201300200046');
});

test('The same picture gives the same bytes; no side is longer than readers show', () => {
  expect(pdfOf(renderModel, options)).toEqual(pdfOf(renderModel, options));
  const wide = latin.decode(pdfOf(renderModel, { ...options, width: 100_000, height: 50_000 }));
  expect(wide).toContain('/MediaBox [0 0 14400.00 7200.00]');
});
