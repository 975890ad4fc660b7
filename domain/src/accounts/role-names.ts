/** The names of roles on the screens (docs/rules/accounts.md, rule 1). */
export const ROLE_NAMES = { admin: 'admin', user: 'Manager', provider: 'Employee', evv: 'evv' } as const;
