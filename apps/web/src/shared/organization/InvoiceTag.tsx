import { Tag, type TagTone } from '../../ui/display/Tag.tsx';

const statuses: Record<'open' | 'paid' | 'void', { name: string; tone: TagTone }> = {
  open: { name: 'Open', tone: 'orange' },
  paid: { name: 'Paid', tone: 'green' },
  void: { name: 'Void', tone: 'gray' },
};

export function InvoiceTag({ status }: { status: keyof typeof statuses }) {
  const { name, tone } = statuses[status];
  return <Tag tone={tone}>{name}</Tag>;
}
