import type { ApiParameters } from '../../../scope/project-settings/api-parameters.ts'
import type { Guide } from '../guide.ts'
import { expo } from './expo.ts'
import { flutter } from './flutter.ts'
import { ionicAngular } from './ionic-angular.ts'
import { ionicReact } from './ionic-react.ts'
import { kotlin } from './kotlin.ts'
import { swift } from './swift.ts'

/** Spec §2's six. */
export const mobileFrameworks: readonly Guide<ApiParameters>[] = [expo, flutter, ionicReact, ionicAngular, kotlin, swift]
