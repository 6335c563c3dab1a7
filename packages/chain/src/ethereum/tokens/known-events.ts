/** Declarations as written in their source. */
export interface Declaration {
  readonly declaration: string;
  readonly source: string;
}

/** Events by source. The topic is computed from the declaration. */
const bySource: Readonly<Record<string, readonly string[]>> = {
  'EIP-20': [
    'Transfer(address indexed from, address indexed to, uint256 value)',
    'Approval(address indexed owner, address indexed spender, uint256 value)',
  ],
  'EIP-721': [
    'Transfer(address indexed from, address indexed to, uint256 indexed tokenId)',
    'Approval(address indexed owner, address indexed approved, uint256 indexed tokenId)',
    'ApprovalForAll(address indexed owner, address indexed operator, bool approved)',
  ],
  'EIP-1155': [
    'TransferSingle(address indexed operator, address indexed from, address indexed to, uint256 id, uint256 value)',
    'TransferBatch(address indexed operator, address indexed from, address indexed to, uint256[] ids, uint256[] values)',
    'URI(string value, uint256 indexed id)',
  ],
  'EIP-4626': [
    'Deposit(address indexed sender, address indexed owner, uint256 assets, uint256 shares)',
    'Withdraw(address indexed sender, address indexed receiver, address indexed owner, uint256 assets, uint256 shares)',
  ],
  'EIP-1967': [
    'Upgraded(address indexed implementation)',
    'BeaconUpgraded(address indexed beacon)',
    'AdminChanged(address previousAdmin, address newAdmin)',
  ],
  'EIP-173': ['OwnershipTransferred(address indexed previousOwner, address indexed newOwner)'],
  'EIP-4337': [
    'UserOperationEvent(bytes32 indexed userOpHash, address indexed sender, address indexed paymaster, uint256 nonce, bool success, uint256 actualGasCost, uint256 actualGasUsed)',
  ],
  'Deposit contract of the beacon chain': [
    'DepositEvent(bytes pubkey, bytes withdrawal_credentials, bytes amount, bytes signature, bytes index)',
  ],
  WETH9: ['Deposit(address indexed dst, uint256 wad)', 'Withdrawal(address indexed src, uint256 wad)'],
  'OpenZeppelin Contracts': [
    'Paused(address account)',
    'Unpaused(address account)',
    'RoleGranted(bytes32 indexed role, address indexed account, address indexed sender)',
    'RoleRevoked(bytes32 indexed role, address indexed account, address indexed sender)',
  ],
  'Uniswap V2': [
    'PairCreated(address indexed token0, address indexed token1, address pair, uint256 count)',
    'Mint(address indexed sender, uint256 amount0, uint256 amount1)',
    'Burn(address indexed sender, uint256 amount0, uint256 amount1, address indexed to)',
    'Swap(address indexed sender, uint256 amount0In, uint256 amount1In, uint256 amount0Out, uint256 amount1Out, address indexed to)',
    'Sync(uint112 reserve0, uint112 reserve1)',
  ],
  'Uniswap V3': [
    'PoolCreated(address indexed token0, address indexed token1, uint24 indexed fee, int24 tickSpacing, address pool)',
    'Swap(address indexed sender, address indexed recipient, int256 amount0, int256 amount1, uint160 sqrtPriceX96, uint128 liquidity, int24 tick)',
    'Mint(address sender, address indexed owner, int24 indexed tickLower, int24 indexed tickUpper, uint128 amount, uint256 amount0, uint256 amount1)',
    'Burn(address indexed owner, int24 indexed tickLower, int24 indexed tickUpper, uint128 amount, uint256 amount0, uint256 amount1)',
    'Collect(address indexed owner, address recipient, int24 indexed tickLower, int24 indexed tickUpper, uint128 amount0, uint128 amount1)',
    'Flash(address indexed sender, address indexed recipient, uint256 amount0, uint256 amount1, uint256 paid0, uint256 paid1)',
  ],
  Safe: [
    'SafeReceived(address indexed sender, uint256 value)',
    'ExecutionSuccess(bytes32 txHash, uint256 payment)',
    'ExecutionSuccess(bytes32 indexed txHash, uint256 payment)',
    'ExecutionFailure(bytes32 txHash, uint256 payment)',
    'ExecutionFailure(bytes32 indexed txHash, uint256 payment)',
  ],
  'Tether USD': [
    'Issue(uint256 amount)',
    'Redeem(uint256 amount)',
    'AddedBlackList(address user)',
    'RemovedBlackList(address user)',
    'DestroyedBlackFunds(address blackListedUser, uint256 balance)',
  ],
  'USD Coin': [
    'Blacklisted(address indexed account)',
    'UnBlacklisted(address indexed account)',
    'Mint(address indexed minter, address indexed to, uint256 amount)',
    'Burn(address indexed burner, uint256 amount)',
  ],
  Paxos: [
    'FreezeAddress(address indexed addr)',
    'UnfreezeAddress(address indexed addr)',
    'AddressFrozen(address indexed addr)',
    'AddressUnfrozen(address indexed addr)',
    'FrozenAddressWiped(address indexed addr)',
  ],
  'Tornado Cash': [
    'Deposit(bytes32 indexed commitment, uint32 leafIndex, uint256 timestamp)',
    'Withdrawal(address to, bytes32 nullifierHash, address indexed relayer, uint256 fee)',
  ],
  'Optimism L1StandardBridge': [
    'ETHDepositInitiated(address indexed from, address indexed to, uint256 amount, bytes extraData)',
    'ERC20DepositInitiated(address indexed l1Token, address indexed l2Token, address indexed from, address to, uint256 amount, bytes extraData)',
    'ETHBridgeInitiated(address indexed from, address indexed to, uint256 amount, bytes extraData)',
    'ERC20BridgeInitiated(address indexed localToken, address indexed remoteToken, address indexed from, address to, uint256 amount, bytes extraData)',
  ],
  OptimismPortal: [
    'TransactionDeposited(address indexed from, address indexed to, uint256 indexed version, bytes opaqueData)',
  ],
  'Arbitrum bridge': [
    'MessageDelivered(uint256 indexed messageIndex, bytes32 indexed beforeInboxAcc, address inbox, uint8 kind, address sender, bytes32 messageDataHash, uint256 baseFeeL1, uint64 timestamp)',
    'InboxMessageDelivered(uint256 indexed messageNum, bytes data)',
    'DepositInitiated(address l1Token, address indexed from, address indexed to, uint256 indexed sequenceNumber, uint256 amount)',
  ],
  CCTP: [
    'DepositForBurn(uint64 indexed nonce, address indexed burnToken, uint256 amount, address indexed depositor, bytes32 mintRecipient, uint32 destinationDomain, bytes32 destinationTokenMessenger, bytes32 destinationCaller)',
    'DepositForBurn(address indexed burnToken, uint256 amount, address indexed depositor, bytes32 mintRecipient, uint32 destinationDomain, bytes32 destinationTokenMessenger, bytes32 destinationCaller, uint256 maxFee, uint32 indexed minFinalityThreshold, bytes hookData)',
  ],
  Across: [
    'V3FundsDeposited(address inputToken, address outputToken, uint256 inputAmount, uint256 outputAmount, uint256 indexed destinationChainId, uint32 indexed depositId, uint32 quoteTimestamp, uint32 fillDeadline, uint32 exclusivityDeadline, address indexed depositor, address recipient, address exclusiveRelayer, bytes message)',
    'FundsDeposited(bytes32 inputToken, bytes32 outputToken, uint256 inputAmount, uint256 outputAmount, uint256 indexed destinationChainId, uint256 indexed depositId, uint32 quoteTimestamp, uint32 fillDeadline, uint32 exclusivityDeadline, bytes32 indexed depositor, bytes32 recipient, bytes32 exclusiveRelayer, bytes message)',
  ],
  'Hop L1_Bridge': [
    'TransferSentToL2(uint256 indexed chainId, address indexed recipient, uint256 amount, uint256 amountOutMin, uint256 deadline, address indexed relayer, uint256 relayerFee)',
  ],
  'Polygon predicates': [
    'LockedEther(address indexed depositor, address indexed depositReceiver, uint256 amount)',
    'LockedERC20(address indexed depositor, address indexed depositReceiver, address indexed rootToken, uint256 amount)',
  ],
  deBridge: [
    'CreatedOrder((uint64,bytes,uint256,bytes,uint256,uint256,bytes,uint256,bytes,bytes,bytes,bytes,bytes,bytes) order, bytes32 orderId, bytes affiliateFee, uint256 nativeFixFee, uint256 percentFee, uint32 referralCode, bytes metadata)',
    'FulfilledOrder((uint64,bytes,uint256,bytes,uint256,uint256,bytes,uint256,bytes,bytes,bytes,bytes,bytes,bytes) order, bytes32 orderId, address sender, address unlockAuthority)',
  ],
  'LayerZero EndpointV2': ['PacketSent(bytes encodedPayload, bytes options, address sendLibrary)'],
  'LayerZero OFT': [
    'OFTSent(bytes32 indexed guid, uint32 dstEid, address indexed fromAddress, uint256 amountSentLD, uint256 amountReceivedLD)',
    'OFTReceived(bytes32 indexed guid, uint32 srcEid, address indexed toAddress, uint256 amountReceivedLD)',
  ],
  'Stargate TokenMessaging': ['BusRode(uint32 dstEid, uint72 ticketId, uint80 fare, bytes passenger)'],
  cBridge: [
    'Send(bytes32 transferId, address sender, address receiver, address token, uint256 amount, uint64 dstChainId, uint64 nonce, uint32 maxSlippage)',
  ],
  'Linea message service': [
    'MessageSent(address indexed _from, address indexed _to, uint256 _fee, uint256 _value, uint256 _nonce, bytes _calldata, bytes32 indexed _messageHash)',
  ],
  'Linea token bridge': [
    'BridgingInitiatedV2(address indexed sender, address indexed recipient, address indexed token, uint256 amount)',
  ],
  'Scroll L1 gateways': [
    'DepositETH(address indexed from, address indexed to, uint256 amount, bytes data)',
    'DepositERC20(address indexed l1Token, address indexed l2Token, address indexed from, address to, uint256 amount, bytes data)',
  ],
  'ZK Stack': [
    'NewPriorityRequest(uint256 txId, bytes32 txHash, uint64 expirationTimestamp, (uint256,uint256,uint256,uint256,uint256,uint256,uint256,uint256,uint256,uint256,uint256[4],bytes,bytes,uint256[],bytes,bytes) transaction, bytes[] factoryDeps)',
    'DepositInitiated(bytes32 indexed l2DepositTxHash, address indexed from, address indexed to, address l1Token, uint256 amount)',
    'BridgehubDepositInitiated(uint256 indexed chainId, bytes32 indexed txDataHash, address indexed from, address to, address l1Token, uint256 amount)',
    'BridgehubDepositInitiated(uint256 indexed chainId, bytes32 indexed txDataHash, address indexed from, bytes32 assetId, bytes bridgeMintCalldata)',
  ],
  SynapseBridge: [
    'TokenDeposit(address indexed to, uint256 chainId, address token, uint256 amount)',
    'TokenRedeem(address indexed to, uint256 chainId, address token, uint256 amount)',
    'TokenDepositAndSwap(address indexed to, uint256 chainId, address token, uint256 amount, uint8 tokenIndexFrom, uint8 tokenIndexTo, uint256 minDy, uint256 deadline)',
    'TokenRedeemAndSwap(address indexed to, uint256 chainId, address token, uint256 amount, uint8 tokenIndexFrom, uint8 tokenIndexTo, uint256 minDy, uint256 deadline)',
  ],
  Wormhole: [
    'LogMessagePublished(address indexed sender, uint64 sequence, uint32 nonce, bytes payload, uint8 consistencyLevel)',
  ],
  'tBTC v2': [
    'DepositRevealed(bytes32 fundingTxHash, uint32 fundingOutputIndex, address indexed depositor, uint64 amount, bytes8 blindingFactor, bytes20 indexed walletPubKeyHash, bytes20 refundPubKeyHash, bytes4 refundLocktime, address vault)',
    'RedemptionRequested(bytes20 indexed walletPubKeyHash, bytes redeemerOutputScript, address indexed redeemer, uint64 requestedAmount, uint64 treasuryFee, uint64 txMaxFee)',
    'RedemptionsCompleted(bytes20 indexed walletPubKeyHash, bytes32 redemptionTxHash)',
    'OptimisticMintingFinalized(address indexed minter, uint256 indexed depositKey, address indexed depositor, uint256 optimisticMintingDebt)',
  ],
  'WBTC factory': [
    'MintRequestAdd(uint256 indexed nonce, address indexed requester, uint256 amount, string btcDepositAddress, string btcTxid, uint256 timestamp, bytes32 requestHash)',
    'MintConfirmed(uint256 indexed nonce, address indexed requester, uint256 amount, string btcDepositAddress, string btcTxid, uint256 timestamp, bytes32 requestHash)',
    'Burned(uint256 indexed nonce, address indexed requester, uint256 amount, string btcDepositAddress, uint256 timestamp, bytes32 requestHash)',
    'BurnConfirmed(uint256 indexed nonce, address indexed requester, uint256 amount, string btcDepositAddress, string btcTxid, uint256 timestamp, bytes32 inputRequestHash)',
  ],
  THORChain_Router: [
    'Deposit(address indexed to, address indexed asset, uint256 amount, string memo)',
    'TransferOut(address indexed vault, address indexed to, address asset, uint256 amount, string memo)',
  ],
  'Bridge of the demo network': ['Released(uint256 indexed transfer, address indexed to, uint256 amount)'],
};

/** Events that are decoded. */
export const knownEvents: readonly Declaration[] = Object.entries(bySource).flatMap(
  ([source, declarations]) => declarations.map((declaration) => ({ declaration, source })),
);
