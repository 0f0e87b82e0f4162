import { babble } from './babble/babble.ts'
import type { BuiltInModel } from './built-in-model.ts'
import { echo } from './echo.ts'
import { eliza } from './eliza/eliza.ts'
import { inspect } from './inspect.ts'
import { typist } from './typist/typist.ts'

/** The models that Parley brings along, in the order in which they are shown. */
export const builtInModels: readonly BuiltInModel[] = [eliza, babble, echo, inspect, typist]
