export type { DemoBlock } from './bitcoin/block.ts';
export { type BitcoinSimulation, type DemoOptions, simulateBitcoin } from './bitcoin/simulation.ts';
export { parseRunTag, runTag } from './bitcoin/run-tag.ts';
export { customerEntity, type DemoEntity, entities, type EntityType, personEntity } from './entities.ts';
export * from './truth.ts';
