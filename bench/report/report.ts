import { judge } from './goals.ts';
import type { PartName } from '../options.ts';
import type { Results } from './results.ts';
import {
  startSections,
  rpcSection,
  loopSection,
  streamSection,
  pagesSection,
  explorerSections,
  crossingsSection,
  tracingSections,
  riskSections,
  firstPageSections,
} from './server-sections.ts';
import { processesSection } from './processes-report.ts';
import { backupSection } from './backup-report.ts';
import { answersSections } from './answers-report.ts';
import { checksSections } from './checks-report.ts';
import {
  decodeSection,
  loadSections,
  clusterSections,
  screenedSections,
  screeningSections,
  directorySection,
  listsSection,
  demoSections,
  ethereumSection,
  canvasSection,
  evidenceSection,
} from './data-sections.ts';
import { renderSection, type Section, integer } from './table.ts';
import { framesSection, largeDocumentSection } from './frames-report.ts';

function goalsSection(results: Results): Section {
  return {
    title: 'Reached?',
    columns: ['', 'goal', 'this run', ''],
    rows: judge(results).map(({ name, goal, figure, reached }) => [
      name,
      goal,
      figure,
      reached ? 'reached' : 'MISSED',
    ]),
    notes: [],
  };
}

function withLoad(section: Section, results: Results, part: PartName): Section {
  const [before, after] = results.loadAverages[part] ?? [0, 0];
  return {
    ...section,
    notes: [...section.notes, `Load average of the machine: ${before} before, ${after} after`],
  };
}

/** Returns the whole run as text for a terminal. */
export function describeResults(results: Results): string {
  const {
    machine,
    databases,
    start,
    decode,
    load,
    clusters,
    directory,
    lists,
    rpc,
    loop,
    stream,
    ethereum,
    demo,
    pages,
    answers,
    checks,
    explorer,
    risk,
    tracing,
    crossings,
    canvas,
    frames,
    evidence,
    screening,
  } = results;
  const head = [
    `Hopscope ${results.commit}${results.modified ? ' with changes' : ''} · ${results.startedAt}`,
    `${machine.cpu}, ${machine.cores} cores, ${integer(machine.memoryMiB)} MiB, ${machine.platform}, Node ${machine.node}`,
    ...(results.quick ? ['Quick run: it shows that everything works, not how fast.'] : []),
    '',
  ].join('\n');
  const sections = [
    ...(start ? startSections(start).map((section) => withLoad(section, results, 'start')) : []),
    ...(decode ? [withLoad(decodeSection(decode), results, 'decode')] : []),
    ...(load && databases
      ? loadSections(load, databases).map((section) => withLoad(section, results, 'load'))
      : []),
    ...(clusters ? clusterSections(clusters).map((section) => withLoad(section, results, 'clusters')) : []),
    ...(directory ? [withLoad(directorySection(directory), results, 'directory')] : []),
    ...(lists ? [withLoad(listsSection(lists), results, 'lists')] : []),
    ...(rpc ? [withLoad(rpcSection(rpc), results, 'rpc')] : []),
    ...(loop ? [withLoad(loopSection(loop), results, 'loop')] : []),
    ...(stream ? [withLoad(streamSection(stream), results, 'stream')] : []),
    ...(ethereum ? [withLoad(ethereumSection(ethereum), results, 'ethereum')] : []),
    ...(demo ? demoSections(demo).map((section) => withLoad(section, results, 'demo')) : []),
    ...(pages ? [withLoad(pagesSection(pages), results, 'pages')] : []),
    ...(answers
      ? [...answersSections(answers), ...screenedSections(answers.screened)].map((section) =>
          withLoad(section, results, 'answers'),
        )
      : []),
    ...(checks ? checksSections(checks).map((section) => withLoad(section, results, 'checks')) : []),
    ...(explorer ? explorerSections(explorer).map((section) => withLoad(section, results, 'explorer')) : []),
    ...(risk ? riskSections(risk).map((section) => withLoad(section, results, 'risk')) : []),
    ...(tracing ? tracingSections(tracing).map((section) => withLoad(section, results, 'tracing')) : []),
    ...(crossings ? [withLoad(crossingsSection(crossings), results, 'crossings')] : []),
    ...(canvas ? [withLoad(canvasSection(canvas), results, 'canvas')] : []),
    ...(frames ? [withLoad(framesSection(frames), results, 'frames')] : []),
    ...(results['large-document']
      ? [withLoad(largeDocumentSection(results['large-document']), results, 'large-document')]
      : []),
    ...(evidence ? [withLoad(evidenceSection(evidence), results, 'evidence')] : []),
    ...(screening
      ? screeningSections(screening).map((section) => withLoad(section, results, 'screening'))
      : []),
    ...(results['first-page']
      ? firstPageSections(results['first-page']).map((section) => withLoad(section, results, 'first-page'))
      : []),
    ...(results.backup ? [withLoad(backupSection(results.backup), results, 'backup')] : []),
    ...(results.processes ? [withLoad(processesSection(results.processes), results, 'processes')] : []),
    goalsSection(results),
  ];
  return [head, ...sections.map(renderSection)].join('\n');
}
