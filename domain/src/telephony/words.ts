import { spanishClock } from '../calendar.ts';
import type { CallLanguage, CallMove } from './schema.ts';

/** What a call says, in both languages. */

type Both = readonly [english: string, spanish: string];
export const inLanguage = ([english, spanish]: Both, language: CallLanguage): string =>
  language === 'en' ? english : spanishClock(spanish);

export const CALL_WORDS = {
  askNumber: [
    'Enter your caregiver number, then press pound.',
    'Marque su número de cuidador y después oprima la tecla de número.',
  ],
  askPin: ['Enter your PIN, then press pound.', 'Marque su PIN y después oprima la tecla de número.'],
  wrongPin: ['That number and PIN do not match.', 'Ese número y ese PIN no coinciden.'],
  locked: [
    'Your PIN is locked. Call your office to get another one.',
    'Su PIN está bloqueado. Llame a su oficina para recibir otro.',
  ],
  askMove: [
    'To check in, press 1. To check out, press 2.',
    'Para registrar su llegada, oprima 1. Para registrar su salida, oprima 2.',
  ],
  askPlace: [
    'You are not calling from the phone of your client. If there is a code device in the home, enter its six digits, then press pound. If there is none, press pound.',
    'No está llamando desde el teléfono de su cliente. Si hay un aparato de códigos en la casa, marque sus seis dígitos y después oprima la tecla de número. Si no lo hay, oprima la tecla de número.',
  ],
  wrongCode: ['That is not the code of today.', 'Ese no es el código de hoy.'],
  otherPhone: [
    'Your office will see that this was not the phone of your client.',
    'Su oficina verá que este no era el teléfono de su cliente.',
  ],
  noVisit: [
    'We found no visit of yours for now. Nothing was recorded. Call your office.',
    'No encontramos ninguna visita suya para este momento. No se registró nada. Llame a su oficina.',
  ],
  notCheckedIn: [
    'You have not checked in to this visit. Nothing was recorded. Call again to check in, or call your office.',
    'No ha registrado su llegada a esta visita. No se registró nada. Llame otra vez para registrar su llegada, o llame a su oficina.',
  ],
  notAfter: [
    'Check-out must be after check-in. Nothing was recorded. Call again when the visit is over.',
    'La salida debe ser después de la llegada. No se registró nada. Llame otra vez cuando termine la visita.',
  ],
  notUnderstood: ['We did not understand that.', 'No le entendimos.'],
  noAnswer: ['We received no answer.', 'No recibimos respuesta.'],
  noTasks: ['No tasks were recorded.', 'No se registró ninguna tarea.'],
  goodbye: ['Goodbye.', 'Adiós.'],
} as const satisfies Record<string, Both>;

/** Said in both languages, one after the other, because the caller has not chosen yet. */
export const GREETING: Both = ['For English, press 1.', 'Para español, oprima 2.'];

const hasIn: Record<CallMove, Both> = {
  'Check-In': ['You checked in', 'Su llegada quedó registrada'],
  'Check-Out': ['You checked out', 'Su salida quedó registrada'],
};

export const sayMoved = (move: CallMove, client: string, time: string): Both => [
  `${hasIn[move][0]} with ${client} at ${time}.`,
  `${hasIn[move][1]} con ${client}, ${time}.`,
];

export const sayAlready = (move: CallMove, client: string, time: string): Both => [
  `Your ${move.toLowerCase()} with ${client} was recorded before, at ${time}.`,
  `${move === 'Check-In' ? 'Su llegada' : 'Su salida'} con ${client} ya estaba registrada, ${time}.`,
];

export const sayAttempt = (move: CallMove, client: string, time: string): Both => [
  `The time for ${move.toLowerCase()} with ${client} is not now. Your time, ${time}, is recorded, and your office can accept it.`,
  `No es la hora de ${move === 'Check-In' ? 'llegada' : 'salida'} con ${client}. Su hora, ${time}, quedó registrada, y su oficina puede aceptarla.`,
];

const askOne = (move: CallMove): Both =>
  move === 'Check-In' ? ['To check in with', 'Para llegada con'] : ['To check out with', 'Para salida con'];

export const askVisits = (move: CallMove, clients: readonly string[]): Both => {
  const [english, spanish] = askOne(move);
  return [
    clients.map((client, n) => `${english} ${client}, press ${n + 1}.`).join(' '),
    clients.map((client, n) => `${spanish} ${client}, oprima ${n + 1}.`).join(' '),
  ];
};

export const askTasks = (names: readonly string[]): Both => {
  const list = names.map((name, n) => `${name}, ${n + 1}.`).join(' ');
  const needsStars = names.length > 9;
  return [
    `Now the tasks that you did. ${list} Enter their numbers${needsStars ? ' with a star between them' : ''}, then press pound. If you did none, press pound.`,
    `Ahora las tareas que hizo. ${list} Marque sus números${needsStars ? ' con un asterisco entre ellos' : ''} y después oprima la tecla de número. Si no hizo ninguna, oprima la tecla de número.`,
  ];
};

export const sayTasks = (names: readonly string[]): Both =>
  names.length === 0
    ? CALL_WORDS.noTasks
    : [`Tasks recorded: ${names.join(', ')}.`, `Tareas registradas: ${names.join(', ')}.`];
