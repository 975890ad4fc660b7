import { PASSKEY_GONE, PASSKEY_KNOWN, PASSKEY_NOT_ADDED, TOO_MANY_PASSKEYS } from '../accounts/passkey.ts';
import { REASONS } from '../errors.ts';
import { NOT_AGREED } from './access.ts';
import { PASSKEY_REFUSED, SIGN_IN_AGAIN } from './rules.ts';

/** Errors that a family may see, in Spanish. Missing ones stay English. */
const SPANISH = new Map<string, string>([
  [PASSKEY_REFUSED, 'Esta llave de acceso no abre ninguna página aquí. Pida un enlace.'],
  [PASSKEY_GONE, 'Esta llave de acceso ya se quitó.'],
  [PASSKEY_KNOWN, 'Este dispositivo ya tiene una llave de acceso de su página.'],
  [PASSKEY_NOT_ADDED, 'La llave de acceso no se añadió. Intente de nuevo.'],
  [TOO_MANY_PASSKEYS, 'Tiene demasiadas llaves de acceso. Quite una primero.'],
  [SIGN_IN_AGAIN, 'Entró hace un rato. Salga y vuelva a entrar para añadir una llave de acceso.'],
  [NOT_AGREED, 'Esto no se acordó para su página. Pregunte a la agencia.'],
  [REASONS.unavailable.info, 'El servidor no responde ahora. Intente de nuevo en un momento.'],
  [REASONS.failed.info, 'Algo salió mal. No se cambió nada.'],
  [REASONS.tooMany.info, 'Demasiados intentos. Espere un rato e intente de nuevo.'],
]);

export const inSpanish = (sentence: string): string => SPANISH.get(sentence) ?? sentence;
