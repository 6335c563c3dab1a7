import css from './HopScene.module.css';

const ground = 430;
const hops = [
  { d: 'M78 420C111.8 192.5 218.2 192.5 252 420', x: 165, y: 239.5, amount: '214.00' },
  { d: 'M268 420C293 255 377 255 402 420', x: 335, y: 287, amount: '312.83' },
  { d: 'M418 420C436.4 302.5 503.6 302.5 522 420', x: 470, y: 323, amount: '96.31' },
];
const stops = [
  { x: 70, r: 8, fill: 'var(--text-1)', drop: 8, name: 'theft' },
  { x: 260, r: 5, fill: 'var(--text-3)', drop: 8, name: 'wallet' },
  { x: 410, r: 5, fill: 'var(--text-3)', drop: 8, name: 'mixer' },
  { x: 530, r: 5, fill: 'var(--text-3)', drop: 8, name: 'exchange' },
];

/** Illustration beside the login form: money hops and lands in a scope. */
export function HopScene() {
  return (
    <svg className={css.scene} viewBox="0 180 740 340" fill="none" aria-hidden="true">
      <path d={`M20 ${ground}H720`} stroke="var(--line-strong)" />
      {hops.map(({ d, x, y, amount }) => (
        <g key={d}>
          <path d={d} stroke="var(--line-control)" strokeWidth="1.6" strokeLinecap="round" />
          <text className={css.amount} x={x} y={y} textAnchor="middle">
            {amount}
          </text>
        </g>
      ))}
      <path
        d="M538 420C551 332.5 605 332.5 614 404"
        stroke="var(--accent)"
        strokeWidth="2.2"
        strokeLinecap="round"
      />
      <text className={css.amount} x="578" y="346" textAnchor="middle">
        6.50
      </text>
      {stops.map(({ x, r, fill, drop, name }) => (
        <g key={name}>
          <circle cx={x} cy={ground} r={r} fill={fill} />
          <path d={`M${x} ${ground + 14}v${drop}`} stroke="var(--line-strong)" />
          <text className={css.name} x={x} y={ground + 38} textAnchor="middle">
            {name}
          </text>
        </g>
      ))}
      <g stroke="var(--accent)" strokeWidth="2.2">
        <circle cx="626" cy={ground} r="30" fill="var(--bg-base)" />
        <path d="M626 388v8M626 464v8M584 430h8M660 430h8" strokeWidth="1.6" strokeLinecap="round" />
      </g>
      <circle cx="626" cy={ground} r="6" fill="var(--accent)" />
      <text className={css.target} x="626" y="492" textAnchor="middle">
        your client
      </text>
    </svg>
  );
}
