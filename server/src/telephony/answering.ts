import { accountInitials } from '@homecare/domain/accounts/rules.ts';
import {
  type CallableVisit,
  chooseArrival,
  chooseDeparture,
  visitsOfCaller,
} from '@homecare/domain/telephony/choosing.ts';
import {
  askMoveAgain,
  askPlace,
  askPlaceAgain,
  askVisitAgain,
  hangUp,
  type MoveResult,
  type PinCheck,
  readChoice,
  readMove,
  sayChoice,
  sayResult,
  type Turn,
  takeLanguage,
  takeNumber,
  takePin,
  takeTasks,
} from '@homecare/domain/telephony/menu.ts';
import { callerDigits, MOST_WRONG, nobodyLimit, pinLimits } from '@homecare/domain/telephony/pins.ts';
import type { CallMove, CallPlace, CallState } from '@homecare/domain/telephony/schema.ts';
import type { Visit } from '@homecare/domain/visits/schema.ts';
import { giveBack, takeWithin } from '../platform/auth/attempt-limits.ts';
import { verifyPassword } from '../platform/auth/passwords.ts';
import { Scope } from '../platform/auth/scope.ts';
import type { SiteAsSet } from '../platform/site/site.ts';
import { checkByCall, findByCall, listVisitsOfCaller } from '../visits/service.ts';
import { codeOfDay } from './device-code.ts';
import {
  type CallRow,
  findCaregiver,
  findPin,
  forgiveTries,
  isKnownCaller,
  isLocked,
  listSecrets,
  takeTry,
} from './queries.ts';

/** Handles each answer of a call. Checking in and out uses the same service as the phone app. */

interface Caller {
  readonly of: SiteAsSet;
  readonly call: CallRow;
  /** The number of the answer. */
  readonly step: number;
  readonly state: CallState;
  readonly digits: string;
}

const today = ({ of, call }: Caller) =>
  Temporal.Instant.from(call.began).toZonedDateTimeISO(of.settings.timeZone).toPlainDate();

// --- Who it is -------------------------------------------------------------------------------------------------------

/** What a tried PIN counts against. */
const triedBy = async ({ of, call, state }: Caller) => {
  const { db } = of.site;
  const number = state.number ?? '';
  const phone = callerDigits(call.caller);
  const isKnown = phone !== undefined && (await isKnownCaller(db, phone));
  return { number, isKnown, limits: pinLimits({ number, caller: call.caller, isKnown }) };
};

/** An unassigned number acts like a locked PIN after as many tries from known phones, so that callers cannot tell the two apart. */
const isNobodyLocked = async ({ of }: Caller, number: string): Promise<boolean> =>
  !(await takeWithin(of.site.db, of.site.clock.now().toString(), [nobodyLimit(number)]));

/** Comparing the PIN takes the same time whether or not the number is assigned. */
const checkPin = async (caller: Caller): Promise<PinCheck> => {
  const { of, call, step, digits } = caller;
  const { db, clock } = of.site;
  const at = clock.now().toString();
  const { number, isKnown, limits } = await triedBy(caller);
  const pin = await findPin(db, number, today(caller).toString());
  const tried = { callId: call.id, step, most: MOST_WRONG, locks: isKnown, at, limits };
  const mayTry = pin
    ? await db.transaction().execute((tx) => takeTry(tx, { ...tried, personId: pin.personId }))
    : await takeWithin(db, at, limits);
  const isRight = await verifyPassword(digits, mayTry ? pin?.hash : undefined, call.caller);
  if (pin && isRight) {
    for (const limit of limits) await giveBack(db, limit);
    if (isKnown) await forgiveTries(db, pin.personId);
    return { kind: 'right', providerId: pin.personId };
  }
  // A caller from an unknown phone does not learn which numbers are assigned.
  if (!isKnown) return { kind: 'wrong' };
  const isClosed = pin ? await isLocked(db, pin.personId, MOST_WRONG) : await isNobodyLocked(caller, number);
  return { kind: isClosed ? 'locked' : 'wrong' };
};

// --- Which visit -----------------------------------------------------------------------------------------------------

const scopeOf = async ({ of, state }: Caller): Promise<Scope> => {
  const providerId = state.providerId ?? 0;
  const found = await findCaregiver(of.site.db, providerId);
  const fullName = found?.fullName ?? '';
  return Scope.ofCall(of, { providerId, fullName, initials: accountInitials(fullName) });
};

const visitsOf = async (caller: Caller): Promise<Visit[]> =>
  listVisitsOfCaller(await scopeOf(caller), caller.state.providerId ?? 0, today(caller).toString());

/** The visits that are possible at this place: those of the client whose phone or device it is. */
const visitsAt = ({ state, call }: Caller, visits: readonly Visit[]): readonly Visit[] => {
  if (state.place === 'phone') return visitsOfCaller(visits, call.caller);
  return state.place === 'device' ? visits.filter(({ ClientID }) => ClientID === state.clientId) : visits;
};

const choose = async (caller: Caller, move: CallMove, visits: readonly Visit[]): Promise<Turn> => {
  const { of, call } = caller;
  const state = { ...caller.state, move };
  const zone = of.settings.timeZone;
  const rule = move === 'Check-In' ? chooseArrival : chooseDeparture;
  const choice = rule(visitsAt({ ...caller, state }, visits), Temporal.Instant.from(call.began), zone);
  return choice.kind === 'visit'
    ? makeMove({ ...caller, state }, move, choice.visit)
    : sayChoice(state, move, choice, zone);
};

// --- The move --------------------------------------------------------------------------------------------------------

/** What proved the place of a move whose answer was not stored. */
const placeOf = ({ call, state }: Caller, move: CallMove, visit: Visit): CallPlace => {
  if (state.place !== null) return state.place;
  if (visitsOfCaller([visit], call.caller).length > 0) return 'phone';
  const hasError = move === 'Check-In' ? visit.StartLocationError : visit.EndLocationError;
  return state.step === 'place' && !hasError ? 'device' : 'unknown';
};

/** If an earlier reply was lost, the move may be recorded already. */
const recordedBefore = async (caller: Caller): Promise<Turn | undefined> => {
  const { of, call } = caller;
  const found = await findByCall(of.site.db, call.id);
  const visit = found && (await visitsOf(caller)).find(({ id }) => id === found.visitId);
  if (!found || !visit) return undefined;
  const result = found.isMoved ? 'moved' : 'recorded';
  const state = { ...caller.state, place: placeOf(caller, found.move, visit) };
  return sayResult(state, found.move, visit, { result, at: call.began, zone: of.settings.timeZone });
};

const makeMove = async (caller: Caller, move: CallMove, visit: CallableVisit): Promise<Turn> => {
  const { of, call, state } = caller;
  const isPlaced = state.place === 'phone' || state.place === 'device';
  const at = Temporal.Instant.from(call.began);
  const to = move === 'Check-In' ? 'Active' : 'Complete';
  const answer = await checkByCall(await scopeOf(caller), visit.id, to, { id: call.id, at, isPlaced });
  const found = await findByCall(of.site.db, call.id);
  const resultOf = (): MoveResult => {
    if (found?.isMoved) return 'moved';
    if (!answer.ok && answer.reason === 'conflict' && move === 'Check-Out') return 'notAfter';
    if (found) return 'recorded';
    return answer.ok ? 'already' : 'noVisit';
  };
  const result = resultOf();
  const current = answer.ok ? answer.data : visit;
  return sayResult(state, move, current, { result, at: call.began, zone: of.settings.timeZone });
};

// --- Each question ---------------------------------------------------------------------------------------------------

const takeMove = async (caller: Caller): Promise<Turn> => {
  const { of, call, state, digits } = caller;
  const move = readMove(digits);
  if (!move) return askMoveAgain(state, digits);
  const visits = await visitsOf(caller);
  if (visitsOfCaller(visits, call.caller).length > 0)
    return choose({ ...caller, state: { ...state, place: 'phone' } }, move, visits);
  const secrets = await listSecrets(
    of.site.db,
    visits.map(({ ClientID }) => ClientID),
  );
  return secrets.length > 0
    ? askPlace(state, move)
    : choose({ ...caller, state: { ...state, place: 'unknown' } }, move, visits);
};

const takePlace = async (caller: Caller, move: CallMove): Promise<Turn> => {
  const { of, state, digits } = caller;
  const visits = await visitsOf(caller);
  const secrets = await listSecrets(
    of.site.db,
    visits.map(({ ClientID }) => ClientID),
  );
  const day = today(caller);
  const device = secrets.find(
    ({ secret }) => codeOfDay(of.site.secrets.decrypt(secret), day) === digits.replaceAll('*', ''),
  );
  if (!device && digits !== '') {
    const turn = askPlaceAgain(state);
    if (turn) return turn;
  }
  const place = device ? 'device' : 'unknown';
  return choose({ ...caller, state: { ...state, place, clientId: device?.clientId ?? null } }, move, visits);
};

const takeVisit = async (caller: Caller, move: CallMove): Promise<Turn> => {
  const { state, digits } = caller;
  const visits = await visitsOf(caller);
  const visit = visits.find(({ id }) => id === readChoice(state, digits));
  return visit ? makeMove(caller, move, visit) : askVisitAgain(state, digits, move, visits);
};

const takeTasksOf = async (caller: Caller): Promise<Turn> => {
  const visit = (await visitsOf(caller)).find(({ id }) => id === caller.state.visitId);
  return visit ? takeTasks(caller.state, caller.digits, visit) : hangUp(caller.state);
};

/** The next turn of a call. The same answer sent again gets the same turn. */
export const answerCaller = async (caller: Caller): Promise<Turn> => {
  const { state, digits } = caller;
  const { step, move } = state;
  if (step === 'language') return takeLanguage(state, digits);
  if (step === 'number') return takeNumber(state, digits);
  if (step === 'pin') return takePin(state, await checkPin(caller));
  if (step === 'tasks') return takeTasksOf(caller);
  if (step === 'over') return hangUp(state);
  const before = await recordedBefore(caller);
  if (before) return before;
  if (step === 'move' || move === null) return takeMove(caller);
  return step === 'place' ? takePlace(caller, move) : takeVisit(caller, move);
};
