/** Functions by source, in the format of selectors: name and types without parameter names. */
const bySource: Readonly<Record<string, readonly string[]>> = {
  'EIP-20': [
    'transfer(address,uint256)',
    'transferFrom(address,address,uint256)',
    'approve(address,uint256)',
  ],
  'EIP-721': [
    'safeTransferFrom(address,address,uint256)',
    'safeTransferFrom(address,address,uint256,bytes)',
    'setApprovalForAll(address,bool)',
  ],
  'EIP-1155': [
    'safeTransferFrom(address,address,uint256,uint256,bytes)',
    'safeBatchTransferFrom(address,address,uint256[],uint256[],bytes)',
  ],
  'EIP-2612': ['permit(address,address,uint256,uint256,uint8,bytes32,bytes32)'],
  'EIP-4626': [
    'deposit(uint256,address)',
    'mint(uint256,address)',
    'withdraw(uint256,address,address)',
    'redeem(uint256,address,address)',
  ],
  'EIP-173': ['transferOwnership(address)'],
  'Deposit contract of the beacon chain': ['deposit(bytes,bytes,bytes,bytes32)'],
  WETH9: ['deposit()', 'withdraw(uint256)'],
  THORChain_Router: [
    'depositWithExpiry(address,address,uint256,string,uint256)',
    'transferOut(address,address,uint256,string)',
  ],
  'OpenZeppelin Contracts': [
    'increaseAllowance(address,uint256)',
    'decreaseAllowance(address,uint256)',
    'mint(address,uint256)',
    'burn(uint256)',
    'burnFrom(address,uint256)',
    'renounceOwnership()',
    'pause()',
    'unpause()',
    'upgradeTo(address)',
    'upgradeToAndCall(address,bytes)',
  ],
  'Uniswap V2 Router': [
    'addLiquidity(address,address,uint256,uint256,uint256,uint256,address,uint256)',
    'addLiquidityETH(address,uint256,uint256,uint256,address,uint256)',
    'removeLiquidity(address,address,uint256,uint256,uint256,address,uint256)',
    'removeLiquidityETH(address,uint256,uint256,uint256,address,uint256)',
    'swapExactTokensForTokens(uint256,uint256,address[],address,uint256)',
    'swapTokensForExactTokens(uint256,uint256,address[],address,uint256)',
    'swapExactETHForTokens(uint256,address[],address,uint256)',
    'swapTokensForExactETH(uint256,uint256,address[],address,uint256)',
    'swapExactTokensForETH(uint256,uint256,address[],address,uint256)',
    'swapETHForExactTokens(uint256,address[],address,uint256)',
    'swapExactTokensForTokensSupportingFeeOnTransferTokens(uint256,uint256,address[],address,uint256)',
    'swapExactETHForTokensSupportingFeeOnTransferTokens(uint256,address[],address,uint256)',
    'swapExactTokensForETHSupportingFeeOnTransferTokens(uint256,uint256,address[],address,uint256)',
  ],
  'Uniswap V3 Router': [
    'multicall(bytes[])',
    'multicall(uint256,bytes[])',
    'exactInputSingle((address,address,uint24,address,uint256,uint256,uint256,uint160))',
    'exactInputSingle((address,address,uint24,address,uint256,uint256,uint160))',
    'exactInput((bytes,address,uint256,uint256,uint256))',
    'exactInput((bytes,address,uint256,uint256))',
  ],
  'Uniswap Universal Router': ['execute(bytes,bytes[],uint256)', 'execute(bytes,bytes[])'],
  Multicall3: ['aggregate3((address,bool,bytes)[])', 'aggregate3Value((address,bool,uint256,bytes)[])'],
  Safe: [
    'execTransaction(address,uint256,bytes,uint8,uint256,uint256,uint256,address,address,bytes)',
    'setup(address[],uint256,address,bytes,address,address,uint256,address)',
    'addOwnerWithThreshold(address,uint256)',
  ],
  'Tether USD': [
    'issue(uint256)',
    'redeem(uint256)',
    'addBlackList(address)',
    'removeBlackList(address)',
    'destroyBlackFunds(address)',
  ],
  'USD Coin': ['blacklist(address)', 'unBlacklist(address)'],
  'Tornado Cash': [
    'deposit(bytes32)',
    'withdraw(bytes,bytes32,bytes32,address,address,uint256,uint256)',
    'deposit(address,bytes32,bytes)',
    'withdraw(address,bytes,bytes32,bytes32,address,address,uint256,uint256)',
  ],
  'Bridge of the demo network': ['release(uint256,address,uint256)'],
};

/** Signatures whose selectors are known, with their source. */
export const knownMethods: readonly { readonly signature: string; readonly source: string }[] =
  Object.entries(bySource).flatMap(([source, signatures]) =>
    signatures.map((signature) => ({ signature, source })),
  );
