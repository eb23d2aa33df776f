import type { ApiParameters } from '../../../scope/project-settings/api-parameters.ts'
import { type Guide, only } from '../guide.ts'

export const swift: Guide<ApiParameters> = {
  id: 'swift',
  label: 'Swift',
  docs: 'https://developer.apple.com/documentation/swiftui',
  install: [],
  variants: only<ApiParameters>(({ url, anonKey }) => [
    {
      name: 'Colonnade.swift',
      language: 'c-like',
      text: `import Foundation
import Supabase

let colonnade = SupabaseClient(
    supabaseURL: URL(string: ${swiftText(url)})!,
    supabaseKey: ${swiftText(anonKey)}
)`,
    },
    {
      name: 'ContentView.swift',
      language: 'c-like',
      text: `import SwiftUI

struct Todo: Identifiable, Decodable {
    let id: Int
    let name: String
}

struct ContentView: View {
    @State private var todos: [Todo] = []
    @State private var problem: String?

    var body: some View {
        List(todos) { todo in
            Text(todo.name)
        }
        .overlay {
            if let problem { Text(problem) }
        }
        .task {
            do {
                todos = try await colonnade.from("todos").select().execute().value
            } catch {
                problem = error.localizedDescription
            }
        }
    }
}`,
    },
    {
      name: 'Package.swift',
      language: 'c-like',
      text: `// swift-tools-version: 5.9
import PackageDescription

let package = Package(
    name: "Todos",
    platforms: [.iOS(.v16)],
    dependencies: [
        .package(url: "https://github.com/supabase/supabase-swift.git", from: "2.0.0")
    ],
    targets: [
        .target(
            name: "Todos",
            dependencies: [.product(name: "Supabase", package: "supabase-swift")]
        )
    ]
)`,
    },
  ]),
}

function swiftText(text: string): string {
  return `"${text.replace(/["\\]/g, String.raw`\$&`)}"`
}
