import { ChartLine, Download, FileCode2, Image, Table2 } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import { IconButton } from '../button/IconButton.tsx';
import { useToast } from '../feedback/toast.tsx';
import { Skeleton } from '../feedback/Skeleton.tsx';
import { Card } from '../layout/Card.tsx';
import { Row } from '../layout/Row.tsx';
import { PopupMenu } from '../overlay/PopupMenu.tsx';
import css from './Chart.module.css';
import { exportChart } from './export-chart.ts';

/** Room of a chart of that height while its data loads. */
export function ChartRoom({ height }: { height: number }) {
  return (
    <div className={css.chart}>
      <Skeleton width="100%" height={height} />
    </div>
  );
}

/** Room of a picture that fills its card in a ratio of width to height, up to a height. */
export function PictureRoom({ ratio, most }: { ratio: number; most: number }) {
  return (
    <div className={css.chart}>
      <div style={{ aspectRatio: ratio, maxHeight: most, width: '100%' }}>
        <Skeleton width="100%" height="100%" />
      </div>
    </div>
  );
}

const icon = { size: 15, strokeWidth: 1.6, 'aria-hidden': true } as const;

/**
 * Frame of every chart: its title, the same figures as a table, and the chart as a file. `children` draws one SVG with
 * `data-chart`. Without a `table` there is no chart yet: it is loading, empty, or failed; null: `children` include the table.
 */
export function ChartCard({
  title,
  count,
  extra,
  file,
  table,
  foot,
  children,
}: {
  title: string;
  count?: ReactNode;
  extra?: ReactNode;
  /** Name of exported files, without ending. */
  file: string;
  table?: ReactNode;
  /** Shown below the chart and below the table. */
  foot?: ReactNode;
  children: ReactNode;
}) {
  const toast = useToast();
  const body = useRef<HTMLDivElement>(null);
  const [asTable, setAsTable] = useState(false);

  function save(format: 'svg' | 'png') {
    const svg = body.current?.querySelector<SVGSVGElement>('svg[data-chart]');
    if (!svg) return;
    exportChart(svg, { format, title, name: file }).catch(() => toast.error('Failed to export the chart'));
  }

  const tools = table !== undefined && (
    <>
      {table !== null && (
        <IconButton label={asTable ? 'Show chart' : 'Show table'} onClick={() => setAsTable(!asTable)}>
          {asTable ? <ChartLine {...icon} /> : <Table2 {...icon} />}
        </IconButton>
      )}
      {!asTable && (
        <PopupMenu
          placement="bottom end"
          groups={[
            {
              title: 'Export chart',
              items: [
                { key: 'png', label: 'PNG image', icon: <Image {...icon} />, onSelect: () => save('png') },
                {
                  key: 'svg',
                  label: 'SVG drawing',
                  icon: <FileCode2 {...icon} />,
                  onSelect: () => save('svg'),
                },
              ],
            },
          ]}
        >
          <button type="button" className={css.export} aria-label={`Export ${title}`} title="Export chart">
            <Download {...icon} />
          </button>
        </PopupMenu>
      )}
    </>
  );
  return (
    <Card
      title={title}
      count={count}
      extra={
        (extra || tools) && (
          <Row gap={4} wrap>
            {extra}
            {tools}
          </Row>
        )
      }
    >
      <div ref={body}>{asTable && table ? table : children}</div>
      {foot}
    </Card>
  );
}
