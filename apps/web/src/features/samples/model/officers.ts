/** Assignees: roles, not people. */
export const officers = [
  { id: 'a', name: 'Sample officer A', title: 'Senior Analyst' },
  { id: 'b', name: 'Sample officer B', title: 'Compliance Officer' },
  { id: 'c', name: 'Sample officer C', title: 'AML Specialist' },
  { id: 'd', name: 'Sample officer D', title: 'Investigation Lead' },
] as const;
export type OfficerId = (typeof officers)[number]['id'];

export const officerOptions = officers.map(({ id, name, title }) => ({
  value: id,
  label: `${name}, ${title}`,
}));

export function officerName(id: OfficerId): string {
  return officers.find((officer) => officer.id === id)?.name ?? id;
}
