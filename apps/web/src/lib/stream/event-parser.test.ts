import { describe, expect, it } from 'vitest';
import { createEventParser } from './event-parser.ts';

const text =
  ': hello\n\nretry: 2000\n\nid: 7\n\nid: 8.0\nevent: blocks\ndata: {"a":1}\n\nevent: two\r\ndata: x\r\ndata:y\r\n\r\nid: 9\ndata\n\n';

describe('server-sent events', () => {
  it('are read from pieces of any size', () => {
    for (let size = 1; size <= text.length; size++) {
      const parser = createEventParser();
      const events = [];
      for (let at = 0; at < text.length; at += size) events.push(...parser.push(text.slice(at, at + size)));
      expect(events).toEqual([
        { type: 'blocks', data: '{"a":1}' },
        { type: 'two', data: 'x\ny' },
        { type: 'message', data: '' },
      ]);
      expect(parser.lastId()).toBe('9');
    }
  });

  it('count an id only once its block is complete', () => {
    const parser = createEventParser();
    parser.push('id: 1\n\nid: 2\nevent: blocks\ndata: {}\n');
    expect(parser.lastId()).toBe('1');
    expect(parser.push('\n')).toEqual([{ type: 'blocks', data: '{}' }]);
    expect(parser.lastId()).toBe('2');
  });
});
