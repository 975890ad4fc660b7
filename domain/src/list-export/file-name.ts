import type { ExportFormat } from './contract.ts';

/** 'people_2026-11-20.csv'. File names never contain the name of a person. */
export const exportName = (list: string, today: string, format: ExportFormat) => `${list}_${today}.${format}`;
