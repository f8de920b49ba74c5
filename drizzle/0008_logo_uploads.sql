CREATE TABLE "campaign_logo_uploads" (
	"owner" text NOT NULL,
	"sha256" text NOT NULL,
	"bytes" integer NOT NULL,
	"uploaded_at" bigint NOT NULL,
	CONSTRAINT "campaign_logo_uploads_owner_sha256_pk" PRIMARY KEY("owner","sha256")
);
--> statement-breakpoint
CREATE INDEX "campaign_logo_uploads_sha256" ON "campaign_logo_uploads" USING btree ("sha256");--> statement-breakpoint
CREATE INDEX "campaign_logo_uploads_uploaded_at" ON "campaign_logo_uploads" USING btree ("uploaded_at");