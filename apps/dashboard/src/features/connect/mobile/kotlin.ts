import type { ApiParameters } from '../../../scope/project-settings/api-parameters.ts'
import { envFile, type Guide, only } from '../guide.ts'

/** Gradle reads the values from local.properties, which stays out of version control, and the app reads them from BuildConfig. */
export const kotlin: Guide<ApiParameters> = {
  id: 'kotlin',
  label: 'Android Kotlin',
  docs: 'https://developer.android.com/kotlin',
  install: [],
  variants: only<ApiParameters>(({ url, anonKey }) => [
    envFile('local.properties', { COLONNADE_URL: url, COLONNADE_ANON_KEY: anonKey }),
    {
      name: 'app/build.gradle.kts',
      language: 'c-like',
      text: `import java.util.Properties

plugins {
    id("com.android.application")
    id("org.jetbrains.kotlin.android")
    id("org.jetbrains.kotlin.plugin.serialization")
    id("org.jetbrains.kotlin.plugin.compose")
}

val local = Properties().apply {
    rootProject.file("local.properties").inputStream().use { load(it) }
}

android {
    namespace = "com.example.todos"
    compileSdk = 36
    defaultConfig {
        applicationId = "com.example.todos"
        minSdk = 26
        targetSdk = 36
        buildConfigField("String", "COLONNADE_URL", "\\"\${local["COLONNADE_URL"]}\\"")
        buildConfigField("String", "COLONNADE_ANON_KEY", "\\"\${local["COLONNADE_ANON_KEY"]}\\"")
    }
    buildFeatures {
        buildConfig = true
        compose = true
    }
}

dependencies {
    implementation(platform("io.github.jan-tennert.supabase:bom:3.2.6"))
    implementation("io.github.jan-tennert.supabase:postgrest-kt")
    implementation("io.ktor:ktor-client-android:3.3.1")
    implementation(platform("androidx.compose:compose-bom:2025.10.01"))
    implementation("androidx.activity:activity-compose:1.11.0")
    implementation("androidx.compose.material3:material3")
}`,
    },
    {
      name: 'app/src/main/java/com/example/todos/Colonnade.kt',
      language: 'c-like',
      text: `package com.example.todos

import io.github.jan.supabase.createSupabaseClient
import io.github.jan.supabase.postgrest.Postgrest

val colonnade = createSupabaseClient(
    supabaseUrl = BuildConfig.COLONNADE_URL,
    supabaseKey = BuildConfig.COLONNADE_ANON_KEY,
) {
    install(Postgrest)
}`,
    },
    {
      name: 'app/src/main/java/com/example/todos/MainActivity.kt',
      language: 'c-like',
      text: `package com.example.todos

import android.os.Bundle
import androidx.activity.ComponentActivity
import androidx.activity.compose.setContent
import androidx.compose.foundation.lazy.LazyColumn
import androidx.compose.foundation.lazy.items
import androidx.compose.material3.ListItem
import androidx.compose.material3.Text
import androidx.compose.runtime.Composable
import androidx.compose.runtime.LaunchedEffect
import androidx.compose.runtime.getValue
import androidx.compose.runtime.mutableStateOf
import androidx.compose.runtime.remember
import androidx.compose.runtime.setValue
import io.github.jan.supabase.postgrest.from
import kotlinx.serialization.Serializable

@Serializable
data class Todo(val id: Long, val name: String)

class MainActivity : ComponentActivity() {
    override fun onCreate(savedInstanceState: Bundle?) {
        super.onCreate(savedInstanceState)
        setContent { Todos() }
    }
}

@Composable
fun Todos() {
    var todos by remember { mutableStateOf(emptyList<Todo>()) }
    LaunchedEffect(Unit) {
        todos = colonnade.from("todos").select().decodeList<Todo>()
    }
    LazyColumn {
        items(todos, key = { it.id }) { todo ->
            ListItem(headlineContent = { Text(todo.name) })
        }
    }
}`,
    },
    {
      name: 'app/src/main/AndroidManifest.xml',
      language: 'markup',
      text: `<?xml version="1.0" encoding="utf-8"?>
<manifest xmlns:android="http://schemas.android.com/apk/res/android">
    <uses-permission android:name="android.permission.INTERNET" />
    <application android:label="Todos">
        <activity android:name=".MainActivity" android:exported="true">
            <intent-filter>
                <action android:name="android.intent.action.MAIN" />
                <category android:name="android.intent.category.LAUNCHER" />
            </intent-filter>
        </activity>
    </application>
</manifest>`,
    },
  ]),
}
