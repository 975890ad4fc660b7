/** Minutes as invoices show them, exactly: 140 → '2:20'. */
export const sayMinutes = (minutes: number): string =>
  `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`;
