export * from '@hopscope/contract/flow-document';
export {
  allOf,
  allRecords,
  type CanvasDocument,
  connectionsOf,
  dependentsOf,
  documentDigest,
  documentText,
  documentTextParts,
  storedDocument,
  emptyDocument,
  getOf,
  getRecord,
  type Problem,
  problemsOf,
  type RecordOf,
  sameDocument,
  sameValue,
} from './document/document.ts';
export { invert, setFields } from './document/changes.ts';
export { type Applied, apply, documentOf } from './document/apply.ts';
export { type ChangedRecord, diffOf, type DocumentDiff } from './document/diff.ts';
export {
  canRedo,
  canUndo,
  emptyHistory,
  type History,
  nextTitles,
  redoStep,
  remember,
  type Stamp,
  undoStep,
} from './history/history.ts';
export {
  createReplica,
  type OrderedStep,
  propose,
  receive,
  redo,
  type Replica,
  sendable,
  undo,
  withdraw,
  perform,
  type StepLimits,
} from './history/replica.ts';
export { defaultDrawingColor, drawingPalette, edgePalette, limits } from './limits.ts';
export type { Point } from './geometry/point.ts';
export {
  boxOf,
  type Box,
  type Curve,
  curveBetween,
  distanceTo,
  distanceToPiece,
  pointOn,
} from './geometry/curve.ts';
export { type Answer, changesOf, queryStep, walletNode } from './trace/changes-of.ts';
export {
  type OutcomeBand,
  outcomeBands,
  outcomeOf,
  type OutcomeSum,
  outcomeSums,
  shareOfAmount,
  shareText,
} from './trace/outcome.ts';
export {
  type Aggregate,
  aggregate,
  aggregateUnordered,
  assetKey,
  parallelOffsets,
} from './trace/aggregate.ts';
export { amountWords } from './trace/amount-text.ts';
export {
  findPeelChains,
  foldChain,
  type FoldedGroup,
  type FoldedView,
  foldedView,
  membersOf,
  type PeelChain,
  peelRule,
  type PeelRule,
  setFolded,
} from './trace/peel-chains.ts';
export { turnPeelChains } from './trace/fold-peel-chains.ts';
export { hopsFromTraced, type HopPosition } from './trace/hops.ts';
export { type Shown, type Timeline, timelineOf } from './trace/timeline.ts';
export {
  type AssetSum,
  hopTitle,
  type FlowLine,
  nameOf,
  type NodeSummary,
  describeNode,
  summarize,
  type Summary,
  type SummaryColumn,
} from './trace/summary.ts';
export { conversionText } from './trace/conversion-text.ts';
export { type Layout, layouts, layoutTitles, layOut, moveTo } from './layout/layout.ts';
export { placesByTime, type TimeAxis } from './layout/by-time.ts';
export {
  boxAround,
  clampFit,
  fitBox,
  homeView,
  panBy,
  toScreen,
  toWorld,
  type View,
  zoomBy,
  zoomTo,
} from './geometry/view.ts';
export { applyToolEvent, previewOf, startTools } from './tools/apply-tool-event.ts';
export { clearAll, colorRecords, mayRename, moveRecords, removeRecords, renameNode } from './tools/edits.ts';
export {
  createHitIndex,
  distanceToDrawing,
  type Hit,
  type HitEdge,
  type HitIndex,
  type HitNode,
  textBox,
} from './tools/hit-index.ts';
export { nodeAhead } from './tools/keyboard.ts';
export {
  type Action,
  type Draft,
  type Outcome,
  type Preview,
  type ToolEvent,
  type ToolName,
  tools,
  type ToolState,
  type ToolWorld,
  type Intent,
} from './tools/tool-state.ts';
export { changesBetween } from './document/replace.ts';
export { fileVersion } from './file/current.ts';
export { type FileRead, maxFileBytes, readFile } from './file/read-file.ts';
export { writeFile } from './file/write-file.ts';
export { caseUcoOf } from './export/case-uco.ts';
export { csvOf } from './export/csv.ts';
export { gexfOf, graphmlOf } from './export/graph.ts';
export { pdfOf, type PdfOptions, type PdfPicture } from './export/pdf.ts';
export { type SvgOptions, svgOf } from './export/svg.ts';
export { checkBundle } from './bundle/check-bundle.ts';
export { isProvenConversion, transactionsOf } from './bundle/check-conversions.ts';
export type { Finding } from './bundle/checking.ts';
export { basesOf, basisName, sourceOf } from './bundle/checking.ts';
export { isNamed } from './bundle/check-labels.ts';
export {
  type BitcoinProof,
  bundleLimits,
  type BundleLabel,
  type BundleScore,
  type EthereumProof,
  type HeaderLine,
  isBundleName,
  type Missing,
} from './bundle/shapes.ts';
export { bitcoinTransfers } from './bundle/transfers.ts';
export { type BundleParts, writeBundle } from './bundle/write-bundle.ts';
