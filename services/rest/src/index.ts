export { createRestService, type RestService } from './service.ts'
