export type { DemoBlock } from './bitcoin/block.ts';
export {
  type BitcoinSimulation,
  type DemoOptions,
  simulateBitcoin,
  type UnconfirmedBitcoin,
} from './bitcoin/simulation.ts';
export { randomHabits, type WalletHabits } from './actors/habits.ts';
export { parseRunTag, runTag } from './run-tag.ts';
export { customerEntity, type DemoEntity, entities, type EntityType, personEntity } from './entities.ts';
export { demoAttributionOf, type DemoAttribution } from './directory.ts';
export { demoRecordOf, type DemoRecord } from './entity-records.ts';
export { type DemoSimulation, simulateDemo } from './simulation.ts';
export { createStoryBook, type StoryReference, type StoryBook } from './story-book.ts';
export * from './truth.ts';
export type { BlockAnswers } from './ethereum/assemble.ts';
export type { DemoToken } from './ethereum/economy.ts';
export type {
  BridgeDeposit,
  DemoEthereumBlock,
  EthereumSimulation,
  UnconfirmedEthereum,
} from './ethereum/model.ts';
export { simulateEthereum } from './ethereum/simulation.ts';
