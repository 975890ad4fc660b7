import { REASONS } from '../errors.ts';
import { ALREADY_DECIDED, NO_WINDOWS } from './rules.ts';

/** The beginning of each sentence, with its whole in Spanish. Days and names in it are already on the screen. */
const BEGINNINGS: readonly (readonly [start: string, words: string])[] = [
  ['This day is over', 'Este día ya pasó. Indique hoy o un día posterior.'],
  ['Enter a day within', 'Indique un día dentro de 2 años.'],
  ['The last day is before', 'El último día es anterior al primero.'],
  ['At most one year', 'Una ausencia dura un año como máximo.'],
  ['Times are for a single day', 'Las horas son para un solo día. Déjelas vacías si son varios días.'],
  ['Enter the start too', 'Indique también la hora de inicio, o ninguna hora.'],
  ['Enter the end too', 'Indique también la hora final, o ninguna hora.'],
  ['The end must be after', 'La hora final debe ser posterior a la de inicio.'],
  ['There is time off already', 'Ya tiene una ausencia en esos días.'],
  [NO_WINDOWS, 'Agregue horas al menos a un día, o elija A cualquier hora.'],
  ['Enter at most', 'Las horas deseadas no pueden superar el máximo.'],
  ['Enter more than 0', 'Indique más de 0, o déjelo vacío.'],
  ['Enter hours from 0', 'Indique horas de 0 a 168, o déjelo vacío.'],
  ['Enter whole miles', 'Indique millas enteras de 1 a 500, o déjelo vacío.'],
  ['Enter a time', 'Indique una hora.'],
  ['Use at most', 'El texto es demasiado largo.'],
  ['Remove the characters', 'Quite los caracteres que no se pueden mostrar.'],
  [ALREADY_DECIDED, 'La oficina ya lo decidió. Llame a la oficina para cambiarlo.'],
  ['This visit has already started', 'Esta visita ya empezó. Llame a la oficina.'],
  ['This ended', 'Esa visita ya terminó.'],
  ['Changed by ', 'Otra persona lo cambió mientras tanto. Ábralo de nuevo y repita su cambio.'],
  [REASONS.stale.info, 'Otra persona lo cambió mientras tanto. Ábralo de nuevo y repita su cambio.'],
  [REASONS.notFound.info, 'Esto ya no existe.'],
  [REASONS.forbidden.info, 'Su cuenta no puede hacer este cambio.'],
  [REASONS.conflict.info, 'Esto no es compatible con otros datos.'],
  [REASONS.badInput.info, 'Hay datos que corregir.'],
  [REASONS.keyUsed.info, 'Esto ya se envió con otros datos. Escríbalo de nuevo.'],
];
const OVERLAP = ' overlap. Change one of them.';

/** Translates messages from the rules and the server about hours and time off. Unknown sentences stay English. */
export const inSpanish = (sentence: string): string =>
  sentence.endsWith(OVERLAP)
    ? 'Hay horas que se superponen. Cambie una de ellas.'
    : (BEGINNINGS.find(([start]) => sentence.startsWith(start))?.[1] ?? sentence);
