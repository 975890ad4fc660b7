import { operation } from './operation.mjs';

operation('restore');
