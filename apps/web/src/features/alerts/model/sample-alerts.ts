import type { Alert, AlertStatus, AlertType } from './alert-list.ts';
import type { AlertSeverity } from './alerts-view.ts';

type Row = readonly [
  type: AlertType,
  severity: AlertSeverity,
  status: AlertStatus,
  time: string,
  message: string,
];

/** Addresses are made from hashes and belong to nobody; names are those of the demo's fictional economy. */
const rows: readonly Row[] = [
  [
    'address',
    'high',
    'new',
    '2026-01-20T14:02',
    '12.5 BTC received by bc1q59z9s…dtvjkrf from Blackreef Group (demo)',
  ],
  [
    'entity',
    'high',
    'new',
    '2026-01-20T13:41',
    'Greywater Mixer (demo): deposits from 3 monitored addresses within an hour',
  ],
  [
    'transaction',
    'high',
    'acknowledged',
    '2026-01-20T11:18',
    'Transaction 1478f991…a777cae1 spends coins of the Meridian hot wallet thief (demo)',
  ],
  [
    'address',
    'medium',
    'new',
    '2026-01-20T10:55',
    '0x98F1e1B1…7a38829a sent 240 ETH, above the configured 100 ETH',
  ],
  [
    'transaction',
    'medium',
    'new',
    '2026-01-20T09:30',
    'Transaction df757361…383235d04bd is a CoinJoin with 42 equal outputs',
  ],
  [
    'entity',
    'low',
    'acknowledged',
    '2026-01-20T08:12',
    'Northwind Exchange (demo): first transfer with a monitored address',
  ],
  ['address', 'low', 'acknowledged', '2026-01-19T22:47', 'bc1qzemca…7vfl3w is active again after 214 days'],
  [
    'address',
    'high',
    'new',
    '2026-01-19T19:05',
    'bc1qdmx9u…8zqll6a received 3.1 BTC from Undercroft Market (demo)',
  ],
  [
    'transaction',
    'medium',
    'acknowledged',
    '2026-01-19T16:33',
    'Transaction 06500fea…7f76142bb crosses chains by Spanwire Bridge (demo)',
  ],
  [
    'entity',
    'medium',
    'new',
    '2026-01-19T12:20',
    'Nonames Desk (demo): 18 withdrawals to monitored addresses in a day',
  ],
  ['address', 'low', 'new', '2026-01-19T09:02', '0xa79f3f28…49d150b1c2 received a token for the first time'],
  [
    'transaction',
    'low',
    'acknowledged',
    '2026-01-18T20:14',
    'Transaction 0445fe3a…4f26cbb2 pays a fee 40 times the median of its block',
  ],
  [
    'entity',
    'high',
    'acknowledged',
    '2026-01-18T15:49',
    'Coldiron Crew (demo): coins moved to 2 unattributed addresses',
  ],
  [
    'address',
    'medium',
    'acknowledged',
    '2026-01-18T07:26',
    'bc1qy5h88…2sxswvw sent 0.9 BTC in 24 parts within 10 minutes',
  ],
];

/** Sample alerts, not measured. */
export const sampleAlerts: readonly Alert[] = rows.map(([type, severity, status, time, message], index) => ({
  id: `ALERT-${String(index + 1).padStart(3, '0')}`,
  type,
  severity,
  status,
  message,
  timestamp: Date.parse(`${time}:00Z`) / 1000,
}));
