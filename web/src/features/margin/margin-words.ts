import { MARGIN_PARTS, type MarginPart } from '@homecare/domain/margin/schema.ts';

export const NUMBERS = [...MARGIN_PARTS, 'margin'] as const;

export const NUMBER_WORDS: Record<MarginPart | 'margin', string> = {
  income: 'Income',
  unpaid: 'Not paid',
  straight: 'Pay',
  travel: 'Travel',
  overtime: 'Overtime',
  margin: 'Margin',
};
