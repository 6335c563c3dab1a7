import { type Block, createBlockFramer, decodeBlock, networks, verifyBlock } from '@hopscope/chain';
import { readData } from '../../../../../test/chain-data.ts';
import { nativeHashing } from '../../../src/ledger/native-hashing.ts';

/** Reads the blocks of a framed file in order, verified as mainnet blocks. */
export function readBlockFile(name: string): Block[] {
  const blocks: Block[] = [];
  const framer = createBlockFramer({
    magic: networks.mainnet.magic,
    accept(record) {
      const block = decodeBlock(record, { hashing: nativeHashing });
      verifyBlock(block, networks.mainnet, { hashing: nativeHashing });
      blocks.push(block);
      return true;
    },
  });
  framer.push(readData(`bitcoin/${name}`));
  framer.end();
  return blocks;
}
