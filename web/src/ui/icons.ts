/** Icon sizes. Icons are only decoration; the text beside them carries the meaning. */
export const rowIcon = { size: 17, stroke: 1.7, 'aria-hidden': true } as const;
export const smallIcon = { size: 14, stroke: 1.8, 'aria-hidden': true } as const;
export const menuIcon = { size: 19, stroke: 1.7, 'aria-hidden': true } as const;
export const phoneIcon = { size: 22, stroke: 1.7, 'aria-hidden': true } as const;
