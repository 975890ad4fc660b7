/** Roles as the screens name them (specification part 3, section 6). */
export const ROLE_NAMES = { admin: 'admin', user: 'Manager', provider: 'Employee', evv: 'evv' } as const;
