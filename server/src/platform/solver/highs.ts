import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import type { Goal, LinearModel, Solve, Solved, Term } from '@homecare/domain/linear.ts';
import type { Highs, ModelData } from 'highs';

/** The package's types are those of its CommonJS half. */
const library: typeof import('highs', { with: { 'resolution-mode': 'require' }}) = createRequire(
  import.meta.url,
)('highs');

/** HiGHS as WebAssembly. Each solve blocks its thread until it ends or its time is up. */

/** One factor per column of a row; repeated ones are added. */
const merged = (terms: readonly Term[]): [number, number][] => {
  const factors = new Map<number, number>();
  for (const [column, factor] of terms) factors.set(column, (factors.get(column) ?? 0) + factor);
  return [...factors].filter(([, factor]) => factor !== 0);
};

const matrixOf = ({ rows, columns }: LinearModel): ModelData['matrix'] => {
  const starts = [0];
  const indices: number[] = [];
  const values: number[] = [];
  for (const { terms } of rows) {
    for (const [column, factor] of merged(terms)) {
      indices.push(column);
      values.push(factor);
    }
    starts.push(indices.length);
  }
  return { format: 'csr', numRows: rows.length, numCols: columns.length, starts, indices, values };
};

const dataOf = (highs: Highs, model: LinearModel, goal: Goal): ModelData => {
  const cost = model.columns.map(() => 0);
  for (const [column, factor] of goal.terms) cost[column] = (cost[column] ?? 0) + factor;
  const { maximize, minimize } = highs.constants.objectiveSense;
  return {
    numCols: model.columns.length,
    numRows: model.rows.length,
    sense: goal.sense === 'most' ? maximize : minimize,
    colCost: cost,
    colLower: model.columns.map(() => 0),
    colUpper: model.columns.map(({ upper }) => upper),
    rowLower: model.rows.map(({ lower }) => lower),
    rowUpper: model.rows.map(({ upper }) => upper),
    matrix: matrixOf(model),
    integrality: model.columns.map(({ isWhole }) => (isWhole ? 1 : 0)),
  };
};

const solveWith =
  (highs: Highs): Solve =>
  (model, goal, { seconds, start, grain }) => {
    if (seconds <= 0) return { status: 'none' };
    return highs.withModel(dataOf(highs, model, goal), (solver): Solved => {
      // Differences below the grain do not matter, so the search may stop there.
      solver.options.set({
        output_flag: false,
        time_limit: seconds,
        mip_rel_gap: 0,
        mip_abs_gap: grain - 0.01,
      });
      solver.setSolution({ indices: start.map((_, column) => column), values: start });
      solver.run();
      const status = solver.getModelStatus();
      const { optimal, infeasible, unboundedOrInfeasible } = highs.constants.modelStatus;
      if (status === infeasible || status === unboundedOrInfeasible) return { status: 'none' };
      const hasValues = Number.isFinite(solver.getObjectiveValue());
      return {
        status: status === optimal ? 'optimal' : 'limit',
        values: hasValues ? [...solver.getSolution().colValue] : [],
        bound: Number(solver.info.get('mip_dual_bound')),
      };
    });
  };

/** Loads the library, which takes a moment, once per thread. */
export const loadSolver = async (): Promise<Solve> => {
  const wasm = fileURLToPath(import.meta.resolve('highs/runtime'));
  return solveWith(await library.default({ wasmBinary: await readFile(wasm) }));
};
