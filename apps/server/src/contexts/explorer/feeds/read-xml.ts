import { setImmediate } from 'node:timers/promises';
import { SaxesParser } from 'saxes';
import { FeedError, mostItems, type RawItem } from './feed-item.ts';
import { characterOf } from './plain-text.ts';

/** Most characters kept of one element. */
const longestText = 100_000;
const deepest = 100;
/** Characters read before the event loop gets its turn. */
const portion = 65_536;

/** Root elements of RSS 2.0, RSS 1.0, and Atom, with their element of an entry. */
const entryNames: Readonly<Record<string, string>> = { rss: 'item', 'rdf:RDF': 'item', feed: 'entry' };

/** Fields by the elements of an entry; the first element with a text wins. */
const fields: Readonly<Record<string, keyof RawItem>> = {
  guid: 'id',
  id: 'id',
  title: 'title',
  description: 'description',
  summary: 'description',
  'content:encoded': 'body',
  content: 'body',
  pubDate: 'published',
  published: 'published',
  'dc:date': 'published',
  updated: 'published',
  'dc:creator': 'author',
  author: 'author',
  name: 'author',
};

interface Reading {
  items: RawItem[];
  /** Enough entries were read; the rest is skipped. */
  full: boolean;
}

/**
 * Reads entries of an RSS or Atom feed; of a truncated or broken one, the entries before, with a note. Throws FeedError if
 * there are none: another format, a document type (custom entities make small feeds huge), broken XML.
 */
export async function readXml(
  text: string,
  { cut }: { cut: boolean },
): Promise<{ items: RawItem[]; notes: string[] }> {
  const parser = new SaxesParser({ fragment: false });
  parser.ENTITIES = new Proxy(parser.ENTITIES, {
    get: (known, name) => known[String(name)] ?? characterOf(String(name)),
  });
  const reading: Reading = { items: [], full: false };
  collect(parser, reading);
  const notes: string[] = [];
  try {
    for (let at = 0; at < text.length && !reading.full; at += portion) {
      parser.write(text.slice(at, at + portion));
      await setImmediate();
    }
    if (!cut && !reading.full) parser.close();
  } catch (error) {
    if (!(error instanceof FeedError)) throw error;
    if (reading.items.length === 0) throw error;
    notes.push(
      `Only the ${String(reading.items.length)} entries before this error are read: ${error.message}.`,
    );
  }
  if (reading.full) notes.push(`Only the first ${String(mostItems)} entries are read.`);
  return { items: reading.items, notes };
}

function collect(parser: SaxesParser, reading: Reading): void {
  const path: string[] = [];
  let entryName = '';
  let entry: Record<string, string> | undefined;
  let entryDepth = 0;
  let text = '';
  const stop = (message: string): never => {
    throw new FeedError(`line ${String(parser.line)}: ${message}`);
  };
  parser.on('error', (error) =>
    stop(`it is not well-formed XML (${error.message.replace(/^\d+:\d+:\s*/, '')})`),
  );
  parser.on('doctype', () => stop('a document type declaration is not allowed'));
  parser.on('opentag', ({ name, attributes }) => {
    if (path.length === 0)
      entryName = entryNames[name] ?? stop(`<${name.slice(0, 40)}> is not an RSS or Atom feed`);
    path.push(name);
    if (path.length > deepest) stop('elements are nested too deeply');
    text = '';
    if (reading.full) return;
    if (!entry && name === entryName) {
      entry = {};
      entryDepth = path.length;
    } else if (entry && name === 'link' && attributes['href'] !== undefined) {
      const main = (attributes['rel'] ?? 'alternate') === 'alternate';
      if (main) entry['link'] ??= attributes['href'];
    }
  });
  const add = (more: string): void => {
    if (entry && text.length < longestText) text += more.slice(0, longestText - text.length);
  };
  parser.on('text', add);
  parser.on('cdata', add);
  parser.on('closetag', ({ name }) => {
    const depth = path.length;
    path.pop();
    if (!entry || reading.full) return;
    if (depth === entryDepth) {
      reading.items.push(entry);
      entry = undefined;
      reading.full = reading.items.length >= mostItems;
      return;
    }
    const content = text.trim();
    text = '';
    if (content === '') return;
    const isOwn = depth === entryDepth + 1;
    if (isOwn && name === 'link') entry['link'] ??= content;
    const field = isOwn || name === 'name' ? fields[name] : undefined;
    if (field === 'published' && name === 'updated') entry['published'] ??= content;
    else if (field === 'published') entry['published'] = content;
    else if (field !== undefined) entry[field] ??= content;
  });
}
