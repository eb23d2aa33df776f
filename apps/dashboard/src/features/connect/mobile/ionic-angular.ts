import { installClient } from '../apps/vite-client.ts'
import type { ApiParameters } from '../../../scope/project-settings/api-parameters.ts'
import { type Guide, only } from '../guide.ts'

export const ionicAngular: Guide<ApiParameters> = {
  id: 'ionic-angular',
  label: 'Ionic Angular',
  docs: 'https://ionicframework.com/docs/angular',
  install: installClient,
  run: 'ionic serve',
  variants: only<ApiParameters>(({ url, anonKey }) => [
    {
      name: 'src/environments/environment.ts',
      language: 'c-like',
      text: `export const environment = {
  production: false,
  colonnadeUrl: ${JSON.stringify(url)},
  colonnadeAnonKey: ${JSON.stringify(anonKey)},
}`,
    },
    {
      name: 'src/app/colonnade.service.ts',
      language: 'c-like',
      text: `import { Injectable } from '@angular/core'
import { createClient } from '@supabase/supabase-js'
import { environment } from '../environments/environment'

export type Todo = { id: number; name: string }

@Injectable({ providedIn: 'root' })
export class ColonnadeService {
  readonly #client = createClient(environment.colonnadeUrl, environment.colonnadeAnonKey)

  async listTodos(): Promise<Todo[]> {
    const { data, error } = await this.#client.from('todos').select('id, name')
    if (error) throw error
    return data
  }
}`,
    },
    {
      name: 'src/app/home/home.page.ts',
      language: 'c-like',
      text: `import { Component, inject, type OnInit, signal } from '@angular/core'
import { IonContent, IonItem, IonLabel, IonList } from '@ionic/angular/standalone'
import { ColonnadeService, type Todo } from '../colonnade.service'

@Component({
  selector: 'app-home',
  imports: [IonContent, IonItem, IonLabel, IonList],
  template: \`
    <ion-content>
      <ion-list>
        @for (todo of todos(); track todo.id) {
          <ion-item>
            <ion-label>{{ todo.name }}</ion-label>
          </ion-item>
        }
      </ion-list>
    </ion-content>
  \`,
})
export class HomePage implements OnInit {
  readonly #colonnade = inject(ColonnadeService)
  readonly todos = signal<Todo[]>([])

  async ngOnInit() {
    this.todos.set(await this.#colonnade.listTodos())
  }
}`,
    },
  ]),
}
