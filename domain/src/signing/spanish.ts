import {
  CHANGED,
  ENTER_NAME,
  NAME_IN_ONE_LINE,
  NOT_COMPLETE,
  SIGN_OR_CONFIRM,
  SIGNED_BEFORE,
  VISIT_CHANGED,
  WITHDRAWN,
} from './rules.ts';

const SPANISH: Readonly<Record<string, string>> = {
  [ENTER_NAME]: 'Escriba el nombre completo de quien firma.',
  [NAME_IN_ONE_LINE]: 'Escriba el nombre en una sola línea, de 120 caracteres como máximo.',
  [SIGN_OR_CONFIRM]: 'Firme en el recuadro, o marque que el nombre escrito es su firma.',
  [NOT_COMPLETE]: 'Solo se firma una visita con entrada y salida.',
  [SIGNED_BEFORE]: 'Esto ya estaba firmado.',
  [WITHDRAWN]: 'La oficina retiró esta solicitud. Llame a la oficina.',
  [CHANGED]: 'Esto cambió después de enviarse para la firma. La oficina puede pedirla de nuevo.',
  [VISIT_CHANGED]: 'Esta visita cambió después de firmarse. Revise sus horas y tareas y fírmela de nuevo.',
};

/** A sentence of signing, for readers of Spanish. */
export const signingInSpanish = (sentence: string): string | undefined => SPANISH[sentence];
