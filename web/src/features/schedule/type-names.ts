import { createContext, useContext } from 'react';

/** Names of care plan types, loaded once by the board and not by each of its chips. */
export const TypeNames = createContext((code: string) => code);
export const useTypeNameOfBoard = () => useContext(TypeNames);
