import { type AutoTraceLine, autoTraceLine, type FlowPathLine, flowPathLine } from '@hopscope/contract';

const objectsIn = (body: string): unknown[] =>
  body
    .trimEnd()
    .split('\n')
    .map((line): unknown => JSON.parse(line));
/** Lines of an automatic trace. */
export const autoLines = (body: string): AutoTraceLine[] =>
  objectsIn(body).map((one) => autoTraceLine.parse(one));
/** Lines of a path search. */
export const pathLines = (body: string): FlowPathLine[] =>
  objectsIn(body).map((one) => flowPathLine.parse(one));
