export interface MeasuredFigure {
  readonly bench: string;
  readonly place: number;
  readonly name: string;
  readonly share: number;
}
export type KeptFigures = Readonly<Record<string, number>>;
export function readFigures(file: string): MeasuredFigure[];
export function compareFigures(figures: readonly MeasuredFigure[], kept: KeptFigures): string[];
export function keepFigures(figures: readonly MeasuredFigure[], kept: KeptFigures): KeptFigures;
export function readKept(file: string): KeptFigures;
export function writeKept(file: string, kept: KeptFigures): void;
export function firstFigures(figures: readonly MeasuredFigure[], kept: KeptFigures): MeasuredFigure[];
export function isAtRest(load: readonly number[], cores: number): boolean;
