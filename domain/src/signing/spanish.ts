import { CHANGED, ENTER_NAME, NOT_COMPLETE, SIGN_OR_CONFIRM, SIGNED_BEFORE, WITHDRAWN } from './rules.ts';

const SPANISH: Readonly<Record<string, string>> = {
  [ENTER_NAME]: 'Escriba el nombre completo de quien firma.',
  [SIGN_OR_CONFIRM]: 'Firme en el recuadro, o marque que el nombre escrito es su firma.',
  [NOT_COMPLETE]: 'Solo se firma una visita con entrada y salida.',
  [SIGNED_BEFORE]: 'Esto ya estaba firmado.',
  [WITHDRAWN]: 'La oficina retiró esta solicitud. Llame a la oficina.',
  [CHANGED]: 'Esto cambió después de enviarse para la firma. La oficina puede pedirla de nuevo.',
};

/** A sentence of signing, for readers of Spanish. */
export const signingInSpanish = (sentence: string): string | undefined => SPANISH[sentence];
