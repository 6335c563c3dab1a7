import { toHex } from '../../bytes.ts';
import { type AbiValue, decodeAbi, isDynamic } from './abi.ts';
import { keccak256 } from '../hash/keccak.ts';
import { type Declaration, knownEvents } from './known-events.ts';
import { knownMethods } from './known-methods.ts';
import type { EthereumLog } from '../model.ts';

/** A log in the words of a well-known event. */
export interface DecodedEvent {
  readonly name: string;
  /** Name and types: `Transfer(address,address,uint256)`. */
  readonly signature: string;
  /** Standard or contract that declares it. Any contract can emit it, so it doesn't identify the sender. */
  readonly source: string;
  readonly args: readonly EventArgument[];
}

/** An argument of an event. Indexed texts, bytes and lists are only known by their hash. */
export interface EventArgument {
  readonly name: string;
  readonly type: string;
  readonly indexed: boolean;
  readonly value: AbiValue;
}

/** A well-known method. Other methods may share its selector: it is a likely name, not a proof. */
export interface KnownMethod {
  readonly name: string;
  readonly signature: string;
  /** Standard or contract that declares it. */
  readonly source: string;
}

type Parameter = Omit<EventArgument, 'value'>;

interface EventShape {
  readonly name: string;
  readonly signature: string;
  readonly source: string;
  readonly parameters: readonly Parameter[];
}

const shapes = groupShapes(knownEvents.map(shapeOf));
const methods: ReadonlyMap<string, KnownMethod> = new Map(
  knownMethods.map(({ signature, source }) => [
    hashOf(signature).slice(0, 8),
    { name: nameOf(signature), signature, source },
  ]),
);

/**
 * The log in the words of a well-known event; null where none fits: unknown topic, another number of indexed arguments,
 * values outside of their types, data cut off or too long. Never throws.
 */
export function decodeEvent(log: EthereumLog): DecodedEvent | null {
  const [topic, ...indexed] = log.topics;
  if (!topic) return null;
  for (const shape of shapes.get(toHex(topic)) ?? []) {
    const args = argumentsOf(shape, indexed, log.data);
    if (args) return { name: shape.name, signature: shape.signature, source: shape.source, args };
  }
  return null;
}

/** The well-known method that the first four bytes of an input name; null for any other or shorter input. */
export function methodOf(input: Uint8Array): KnownMethod | null {
  return input.length < 4 ? null : (methods.get(toHex(input.subarray(0, 4))) ?? null);
}

function argumentsOf(
  { parameters }: EventShape,
  topics: readonly Uint8Array[],
  data: Uint8Array,
): EventArgument[] | null {
  const plain = parameters.filter(({ indexed }) => !indexed);
  if (topics.length !== parameters.length - plain.length) return null;
  if (!plain.some(({ type }) => isDynamic(type)) && data.length !== 32 * plain.length) return null;
  const values = decodeAbi(
    plain.map(({ type }) => type),
    data,
  );
  if (!values) return null;
  const args: EventArgument[] = [];
  let fromTopics = 0;
  let fromData = 0;
  for (const parameter of parameters) {
    const value = parameter.indexed ? topicValue(parameter.type, topics[fromTopics++]) : values[fromData++];
    if (value === undefined) return null;
    args.push({ ...parameter, value });
  }
  return args;
}

function topicValue(type: string, topic: Uint8Array | undefined): AbiValue | undefined {
  return topic && decodeAbi([isDynamic(type) ? 'bytes32' : type], topic)?.[0];
}

function shapeOf({ declaration, source }: Declaration): EventShape {
  const name = nameOf(declaration);
  const parameters = declaration
    .slice(name.length + 1, -1)
    .split(', ')
    .map((text): Parameter => {
      const words = text.split(' ');
      return { name: words.at(-1) ?? '', type: words[0] ?? '', indexed: words.includes('indexed') };
    });
  return { name, signature: `${name}(${parameters.map(({ type }) => type).join(',')})`, source, parameters };
}

function groupShapes(all: readonly EventShape[]): ReadonlyMap<string, readonly EventShape[]> {
  const groups = new Map<string, EventShape[]>();
  for (const shape of all) {
    const topic = hashOf(shape.signature);
    groups.set(topic, [...(groups.get(topic) ?? []), shape]);
  }
  return groups;
}

function nameOf(signature: string): string {
  return signature.slice(0, signature.indexOf('('));
}

function hashOf(signature: string): string {
  return toHex(keccak256(new TextEncoder().encode(signature)));
}
