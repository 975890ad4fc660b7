export const LONG_FUNCTIONS: Readonly<Record<string, string>>;
export const HELD_STATES: Readonly<Record<string, string>>;
export const COMPARED_SENTENCES: Readonly<Record<string, string>>;
export const EXCEPTIONS: readonly (readonly [place: string, reason: string])[];
