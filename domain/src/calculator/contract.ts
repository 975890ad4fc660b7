import { z } from 'zod';
import { fileOutput, getCall, postCall } from '../call.ts';
import { dateText, MAX_ID } from '../wire.ts';
import { LIMIT_RULES, LIMITS } from './limit-rules.ts';
import { CalcListRow, Calculated, CalculatorRequest, Cap, Norm } from './schema.ts';

const admin = { roles: ['admin'] } as const;
const rev = z.int().min(0).max(MAX_ID).nullable();
const Saved = z.strictObject({ rev: z.int() });

/** Distributes the tasks of a week over the providers and stores the result files. */
export const calculate = postCall(['IHSS/getIHSSCalc.php', 'modules/IHSS/getIHSSCalc.php'], {
  name: 'calculator.calculate',
  ...admin,
  effect: 'write',
  creates: true,
  input: CalculatorRequest,
  output: Calculated,
});

/** Result files, newest first. */
export const listResults = getCall(['IHSS/getCalcList.php', 'modules/IHSS/getCalcList.php'], {
  name: 'calculator.list',
  ...admin,
  effect: 'read',
  input: z.strictObject({}),
  output: z.array(CalcListRow),
});

/** One result file by name, as PDF or JSON. */
export const getResult = getCall(['IHSS/getIHSSCalcResult.php', 'modules/IHSS/getIHSSCalcResult.php'], {
  name: 'calculator.result',
  ...admin,
  effect: 'read',
  input: z.strictObject({ file: z.string().max(200) }),
  output: fileOutput,
});

/** Names and norms of tasks and caps, past and future, and what the agency does if a limit would be exceeded. */
export const listNorms = getCall(['calculator/list-norms'], {
  name: 'calculator.listNorms',
  ...admin,
  effect: 'read',
  input: z.strictObject({}),
  output: z.strictObject({
    norms: z.array(Norm),
    caps: z.array(Cap),
    /** One entry for each limit. Without a `rev`, the agency has not chosen a rule yet. */
    rules: z.array(
      z.strictObject({ limit: z.enum(LIMITS), rule: z.enum(LIMIT_RULES), rev: z.int().nullable() }),
    ),
  }),
});

/** Sets what the agency does if a limit would be exceeded. */
export const saveLimitRule = postCall(['calculator/save-limit-rule'], {
  name: 'calculator.saveLimitRule',
  ...admin,
  effect: 'write',
  input: z.strictObject({ limit: z.enum(LIMITS), rule: z.enum(LIMIT_RULES), rev }),
  output: Saved,
});

/** Adds a norm from a day on (`rev` null), or corrects the one that starts on that day. */
export const saveNorm = postCall(['calculator/save-norm'], {
  name: 'calculator.saveNorm',
  ...admin,
  effect: 'write',
  input: Norm.extend({ rev }),
  output: Saved,
});

export const saveCap = postCall(['calculator/save-cap'], {
  name: 'calculator.saveCap',
  ...admin,
  effect: 'write',
  input: Cap.extend({ rev }),
  output: Saved,
});

/** Removes a norm or cap that is not in force yet. */
export const removeNorm = postCall(['calculator/remove-norm'], {
  name: 'calculator.removeNorm',
  ...admin,
  effect: 'write',
  input: z.strictObject({ code: Norm.shape.code, validFrom: dateText }),
  output: z.strictObject({ removed: z.int() }),
});

export const removeCap = postCall(['calculator/remove-cap'], {
  name: 'calculator.removeCap',
  ...admin,
  effect: 'write',
  input: z.strictObject({ kind: Cap.shape.kind, validFrom: dateText }),
  output: z.strictObject({ removed: z.int() }),
});
