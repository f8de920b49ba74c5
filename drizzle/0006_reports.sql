CREATE TABLE "analysis_reports" (
	"id" uuid PRIMARY KEY NOT NULL,
	"content" text NOT NULL,
	"token_sha256" text NOT NULL,
	"email" text,
	"consent_text" text NOT NULL,
	"consented_at" bigint NOT NULL,
	"created_at" bigint NOT NULL,
	"expires_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE INDEX "analysis_reports_expires_at" ON "analysis_reports" USING btree ("expires_at");