/** Access to a FlowTrace document, ascending: `comment` allows notes, `edit` everything except sharing and deleting. */
export const flowRoles = ['view', 'comment', 'edit'] as const;
export type FlowRole = (typeof flowRoles)[number];
/** `own`: shares and deletes it too. */
export const flowRights = [...flowRoles, 'own'] as const;
export type FlowRight = (typeof flowRights)[number];
