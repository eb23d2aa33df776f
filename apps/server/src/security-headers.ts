import helmet from '@fastify/helmet'
import type { FastifyInstance } from '@colonnade/http'

/** Headers of every reply; the page's own content security policy comes with the page. */
export function securityHeaders(app: FastifyInstance): void {
  void app.register(helmet, {
    contentSecurityPolicy: false,
    crossOriginEmbedderPolicy: false,
    // only a reply that came over https may ask for https
    strictTransportSecurity: false,
    referrerPolicy: { policy: 'same-origin' },
    xFrameOptions: { action: 'deny' },
  })
}
