import { expect, test } from 'vitest';
import { checkEvidence } from './evidence-type.ts';
import { cleanFileName, headerFileName } from './file-name.ts';

const png = Buffer.from('89504e470d0a1a0a0000000d4948445200000001', 'hex');
const jpeg = Buffer.from('ffd8ffe000104a464946', 'hex');
const pdf = Buffer.from('%PDF-1.7\n1 0 obj\n');
const zip = Buffer.concat([
  Buffer.from('504b0304', 'hex'),
  Buffer.alloc(30),
  Buffer.from('504b0506', 'hex'),
  Buffer.alloc(18),
]);
const text = (given: string): Buffer => Buffer.from(given);

test.each([
  ['pdf', pdf, 'application/pdf'],
  ['png', png, 'image/png'],
  ['jpg', jpeg, 'image/jpeg'],
  ['jpeg', jpeg, 'image/jpeg'],
  ['zip', zip, 'application/zip'],
  ['zip', zip.subarray(34), 'application/zip'],
  ['txt', text('Zürich, 1 July\r\n\tnothing else'), 'text/plain'],
  ['log', text('{"a":1}'), 'text/plain'],
  ['csv', text('\ufeffa,b\r\n1,"x, ""y""\nz"\r\n\r\n'), 'text/csv'],
  ['csv', text('a;b\n1;2'), 'text/csv'],
  ['csv', text('address\nbc1q\n'), 'text/csv'],
  ['json', text(' {"a":[1]}'), 'application/json'],
])('a good .%s is what it says', (ending, bytes, type) => {
  expect(checkEvidence(bytes, ending)).toEqual({ type });
});

test.each([
  ['pdf', png, 'a PNG image'],
  ['png', jpeg, 'a JPEG image'],
  ['jpg', pdf, 'a PDF document'],
  ['txt', zip, 'a ZIP archive'],
  ['exe', pdf, 'a PDF document'],
  ['constructor', pdf, 'a PDF document'],
  ['zip', zip.subarray(0, 20), 'a damaged ZIP archive'],
  ['pdf', Buffer.from('MZ\0\u0001'), 'a Windows program'],
  ['txt', Buffer.from('7f454c46020100', 'hex'), 'a Linux program'],
  ['jpg', Buffer.from('47494638396101008000', 'hex'), 'a GIF image'],
  ['csv', text('{"a":1}'), 'JSON'],
  ['csv', text('one, two\nthree'), 'plain text'],
  ['csv', text('a,"b\n'), 'plain text'],
  ['json', text('{"a":'), 'plain text'],
  ['json', text('7'), 'plain text'],
  ['txt', text(' <!-- x -->\n<!DOCTYPE html><p>'), 'a web page'],
  ['csv', text('<script>alert(1)</script>'), 'a web page'],
  ['txt', text('<svg onload="x">'), 'an SVG image'],
  ['txt', text('<?xml version="1.0"?>'), 'an XML document'],
  ['txt', text('\ufeff#!/bin/sh'), 'a script'],
  ['txt', Buffer.from('fffe61000000', 'hex'), 'text in UTF-16; please save it as UTF-8'],
  ['txt', Buffer.from('e4f6fc', 'hex'), 'a file of unknown type'],
  ['txt', text('a\0b'), 'a file of unknown type'],
])('a .%s that is something else is named: %#', (ending, bytes, is) => {
  expect(checkEvidence(bytes, ending)).toEqual({ is });
});

test.each([
  ['../../etc/passwd.txt', 'passwd.txt', 'passwd.txt'],
  ['C:\\Temp\\Bank statement.PDF', 'Bank statement.pdf', 'Bank statement.pdf'],
  ['inv\u202efdp.exe.pdf', 'invfdp.exe.pdf', 'invfdp.exe.pdf'],
  ['a"b\r\nc<d>.csv', 'a_bc_d_.csv', 'a_bc_d_.csv'],
  ['CON.txt', '_CON.txt', '_CON.txt'],
  ['.hidden', 'hidden', 'hidden'],
  ['  .  ', 'file', 'file'],
  ['Überweisung.pdf', 'Überweisung.pdf', 'Uberweisung.pdf'],
  ['証拠.png', '証拠.png', 'file.png'],
])('the name %j is kept as %j and sent as %j', (given, stored, sent) => {
  const { name } = cleanFileName(given);
  expect([name, headerFileName(name)]).toEqual([stored, sent]);
});

test('long names are cut before their ending', () => {
  const { name, ending } = cleanFileName(`${'x'.repeat(300)}.json`);
  expect([name.length, name.slice(-6), ending]).toEqual([120, 'x.json', 'json']);
});
